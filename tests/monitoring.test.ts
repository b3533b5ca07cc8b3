import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { needs } from './programs.ts';
import { project, readText } from '#tests/project.ts';

const alerts = Array.from(
  readText('deploy/prometheus/alerts.yml').matchAll(/^ {6}- alert: (\w+)/gm),
  ([, name = '']) => name,
);
const promtool = needs('promtool');

function expectAccepted(command: 'check' | 'test', what: 'rules' | 'config', file: string): void {
  const args = [command, what, join(project, 'deploy/prometheus', file)];
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
}

test('each of the twelve alerts has its section in the runbook, and no other', () => {
  const sections = Array.from(readText('docs/runbook.md').matchAll(/^## (\w+)$/gm), ([, name = '']) => name);
  expect(alerts).toHaveLength(12);
  expect(sections).toEqual(alerts);
  for (const name of alerts) {
    expect(readText('deploy/prometheus/alerts.yml')).toContain(
      `runbook: docs/runbook.md#${name.toLowerCase()}\n`,
    );
  }
});

test.skipIf(promtool.isMissing)(`promtool: each alert rule fires for its cause${promtool.note}`, () => {
  expectAccepted('check', 'rules', 'alerts.yml');
  expectAccepted('test', 'rules', 'alerts.test.yml');
});

test.skipIf(promtool.isMissing)(`promtool accepts the sample configuration${promtool.note}`, () =>
  expectAccepted('check', 'config', 'prometheus.yml'),
);
