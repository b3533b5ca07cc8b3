import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runProcess } from '#tests/process.ts';
import { project } from '#tests/project.ts';

const { name, version, scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  scripts: Record<string, string>;
};
const files = Object.entries(scripts).flatMap(([command, line]) => {
  const file = /scripts\/run\.mjs (?!--dev)(scripts\/\S+)/.exec(line)?.[1];
  return file === undefined ? [] : [[command, file] as const];
});

test.each(files)(
  '%s answers --help and --version, and wrong arguments with one line',
  async (command, file) => {
    const help = await runProcess([file, '--help'], {});
    expect(help).toEqual({ code: 0, output: expect.stringContaining(`npm run ${command}`) });
    expect(await runProcess([file, '--version'], {})).toEqual({ code: 0, output: `${name} ${version}\n` });
    const wrong = await runProcess([file, '--no-such-option'], {});
    expect(wrong).toEqual({ code: 2, output: expect.stringMatching(/^[^\n]+\n$/) });
  },
);
