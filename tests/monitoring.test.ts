import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { z } from 'zod';

import { needs } from './programs.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const alerts = Array.from(
  read('deploy/prometheus/alerts.yml').matchAll(/^ {6}- alert: (\w+)/gm),
  ([, name = '']) => name,
);
const promtool = needs('promtool');

const panel = z.looseObject({
  id: z.int(),
  type: z.enum(['row', 'stat', 'timeseries']),
  title: z.string().min(1),
  gridPos: z.strictObject({ h: z.int().min(1), w: z.int().min(1), x: z.int().min(0), y: z.int().min(0) }),
  targets: z.array(z.looseObject({ refId: z.string(), expr: z.string().min(1) })).optional(),
});
const dashboard = z.looseObject({
  uid: z.string(),
  schemaVersion: z.literal(42),
  panels: z.array(panel),
  templating: z.looseObject({ list: z.array(z.looseObject({ name: z.string() })) }),
});

test('each of the ten alerts has its section in the runbook, and no other', () => {
  const sections = Array.from(read('docs/runbook.md').matchAll(/^## (\w+)$/gm), ([, name = '']) => name);
  expect(alerts).toHaveLength(10);
  expect(sections).toEqual(alerts);
  for (const name of alerts) {
    expect(read('deploy/prometheus/alerts.yml')).toContain(
      `runbook: docs/runbook.md#${name.toLowerCase()}\n`,
    );
  }
});

test.skipIf(promtool.isMissing)(
  `promtool accepts the alert rules, and each of them fires for its cause${promtool.note}`,
  () => {
    const rules = spawnSync('promtool', ['check', 'rules', join(project, 'deploy/prometheus/alerts.yml')], {
      encoding: 'utf8',
    });
    expect(rules.status, rules.stdout + rules.stderr).toBe(0);
    const cases = spawnSync(
      'promtool',
      ['test', 'rules', join(project, 'deploy/prometheus/alerts.test.yml')],
      {
        encoding: 'utf8',
      },
    );
    expect(cases.status, cases.stdout + cases.stderr).toBe(0);
  },
);

test.skipIf(promtool.isMissing)(
  `promtool accepts the sample configuration of Prometheus${promtool.note}`,
  () => {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['check', 'config', join(project, 'deploy/prometheus/prometheus.yml')],
      { encoding: 'utf8' },
    );
    expect(status, stdout + stderr).toBe(0);
  },
);

test('the dashboard has panels side by side on a grid of 24 columns, and one query or more in each', () => {
  const { panels, templating } = dashboard.parse(JSON.parse(read('deploy/grafana/anyforge.json')));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { type, title, gridPos, targets = [] } of panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x} ${y}`), `${title} covers another panel`).toBe(false);
        taken.add(`${x} ${y}`);
      }
    }
    expect(targets.length > 0, title).toBe(type !== 'row');
  }
  const variables = new Set(templating.list.map(({ name }) => name));
  const used = Array.from(JSON.stringify(panels).matchAll(/\$\{?(?!__)(\w+)/g), ([, name = '']) => name);
  expect(used.filter((name) => !variables.has(name))).toEqual([]);
});
