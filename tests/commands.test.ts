import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { isLong } from '#tests/long.ts';
import { runProcess } from '#tests/process.ts';
import { project } from '#tests/project.ts';

const { name, version, scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  scripts: Record<string, string>;
};
/** The last file that each command runs; commands without a file of ours are other programs. */
const commands = Object.entries(scripts).flatMap(([command, line]) => {
  const last = line.split(' && ').at(-1) ?? '';
  const [run] = /(?:scripts|server|tests)\/(?!run\.mjs)[\w/-]+\.(?:ts|mjs).*$/.exec(last) ?? [];
  return run === undefined ? [] : [[command, run] as const];
});

test.for(commands)('%s answers --help', async ([, run]) => {
  const help = await runProcess([...run.split(' '), '--help'], {});
  expect(help).toEqual({ code: 0, output: expect.stringMatching(/^Usage:[^]*npm (?:run )?\w/) });
});

/** `scripts/command-inputs.db.test.ts` gives commands with a database more of them. */
test.for(
  isLong ? commands : commands.filter(([command]) => /^(?:backup|lighthouse|start|dev)$/.test(command)),
)('%s answers wrong arguments with one line', async ([, run]) => {
  const wrong = await runProcess([...run.split(' '), '--no-such-option'], {});
  expect(wrong).toEqual({ code: 2, output: expect.stringMatching(/^[^\n]+\n$/) });
});

/** One of each kind of script: `runScript` and `runCommand` answer it together with `--help`. */
test.for(['start.mjs', 'backup.ts'])('%s answers --version with the name and the version', async (script) => {
  const told = await runProcess([`scripts/${script}`, '--version'], {});
  expect(told).toEqual({ code: 0, output: `${name} ${version}\n` });
});
