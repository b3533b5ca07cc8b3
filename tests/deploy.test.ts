import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const unit = fileURLToPath(new URL('../deploy/anyforge.service', import.meta.url));
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!hasSystemd)('the systemd unit is read without a complaint but for the missing program', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  const complaints = stderr.split('\n').filter((line) => line.includes('anyforge.service'));
  expect(complaints.filter((line) => !line.includes('is not executable'))).toEqual([]);
});

test.skipIf(!hasSystemd)('the systemd unit has an exposure of 3.0 at most', () => {
  const args = ['security', '--offline=true', '--threshold=30', unit];
  const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});
