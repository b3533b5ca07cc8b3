import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { useFolder } from '#tests/folder.ts';
import { isLong } from '#tests/long.ts';
import { project, readText } from '#tests/project.ts';
import { missingPlaces, type MissingPlace } from './missing-places.ts';

test('every row of the tables "What names a missing place" is tried, by a check that it names', () => {
  for (const guide of ['docs/adding-a-post-field.md', 'docs/adding-a-content-type.md']) {
    const [, table = ''] = readText(guide).split('## What names a missing place');
    const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
      .slice(1)
      .map(([, missing = '', by = '']) => ({ missing, by }));
    const places = missingPlaces.filter((place) => place.guide === guide);
    expect(new Set(places.map(({ missing }) => missing))).toEqual(
      new Set(rows.map(({ missing }) => missing).filter((one) => !/^-+$/.test(one))),
    );
    for (const { missing, check } of places)
      expect(rows.find((row) => row.missing === missing)?.by).toContain(
        check === 'types' ? 'the compiler' : check.file,
      );
  }
});

test.each(missingPlaces)('$missing of $guide can be left out: its text is in the file', ({ changes }) => {
  for (const [file, from] of changes) expect(readText(file)).toContain(from);
});

if (isLong) {
  const copy = join(useFolder(), 'copy');
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  for (const file of files) cpSync(join(project, file), join(copy, file));
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  const run = (program: string, args: readonly string[]) =>
    spawnSync(join(copy, 'node_modules/.bin', program), args, {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, LONG_TESTS: '', NO_COLOR: '1', FORCE_COLOR: '0' },
    });
  run('react-router', ['typegen']);

  test('with no place left out every check passes', { timeout: 400_000 }, () => {
    const checks = missingPlaces.map(({ check }) => check).filter((check) => check !== 'types');
    expect(run('tsc', ['--noEmit']).stdout).toBe('');
    build();
    const { status, stdout, stderr } = run('vitest', ['run', ...new Set(checks.map(({ file }) => file))]);
    expect(status, stdout + stderr).toBe(0);
  });

  test.each(missingPlaces)(
    '$missing, left out in $changes.0.0, is named',
    { timeout: 300_000 },
    ({ changes, check }) => {
      for (const [file, from, to] of changes) {
        const text = readFileSync(join(copy, file), 'utf8');
        writeFileSync(
          join(copy, file),
          text.replace(from, () => to),
        );
      }
      const { stdout } = runCheck(check);
      for (const [file] of changes) cpSync(join(project, file), join(copy, file));
      expect(stdout).toMatch(check === 'types' ? /error TS/ : /Tests +\d+ failed/);
    },
  );

  function build(): void {
    run('react-router', ['build', '--logLevel', 'warn']);
    run('vite', ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn']);
  }

  function runCheck(check: MissingPlace['check']) {
    if (check === 'types') return run('tsc', ['--noEmit', '--pretty', 'false']);
    if (check.project === 'http') build();
    const name = check.name === undefined ? [] : ['-t', check.name];
    return run('vitest', ['run', '--project', check.project, check.file, ...name]);
  }
}
