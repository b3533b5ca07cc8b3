import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { runCommands, runProcess } from '#tests/process.ts';
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

const options = ['--help', '--version', '--no-such-option'] as const;
const withOptions = (run: string) => options.map((option) => [...run.split(' '), option]);

/** A start becomes the product or ends itself, so it has a process of its own. */
const isStart = (run: string) => run.includes(' server/');

/** How each command ends with each option. */
const ends = new Map<string, readonly { code: number | null; output: string }[]>();

beforeAll(async () => {
  const runs = commands.map(([, run]) => run);
  const inTurn = runs.filter((run) => !isStart(run));
  const ended = await runCommands(inTurn.flatMap(withOptions));
  for (const [n, run] of inTurn.entries())
    ends.set(run, ended.slice(n * options.length, (n + 1) * options.length));
  for (const run of runs.filter(isStart))
    ends.set(run, await Promise.all(withOptions(run).map((args) => runProcess(args, {}))));
});

test.for(commands)('%s answers --help, --version and wrong arguments', ([, run]) => {
  const [help, told, wrong] = ends.get(run) ?? [];
  expect(help).toEqual({ code: 0, output: expect.stringMatching(/^Usage:[^]*npm (?:run )?\w/) });
  expect(told).toEqual({ code: 0, output: `${name} ${version}\n` });
  expect(wrong).toEqual({ code: 2, output: expect.stringMatching(/^[^\n]+\n$/) });
});
