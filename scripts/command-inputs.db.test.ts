import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';

import { listen } from '#server/http/port.ts';
import { useFolder } from '#tests/folder.ts';
import { isLong } from '#tests/long.ts';
import { runCommands, runProcess } from '#tests/process.ts';

const folder = useFolder();
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  await writeFile(at('damaged'), Buffer.from([1, 2, 3, 0, 255]));
  await writeFile(at('damaged.zip'), 'PK\u0003\u0004 and no more');
  await mkdir(at('folder'));
});

/** The address of a database on the server of the tests. */
function addressOf({ user = inject('postgres').user, database = inject('postgres').database }): string {
  const { host, port } = inject('postgres');
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}

type End = { code: number | null; output: string };

/** Ended with this code and these words, and printed no stack. */
function expectEnd(end: End | undefined, code: number, words: RegExp): void {
  expect(end).toEqual({ code, output: expect.stringMatching(words) });
  expect(end?.output).not.toMatch(/\n +at |node:internal/);
}

const environment = { DATA_DIR: at('data'), PORT: '0' };

async function expectRefusal(
  args: readonly string[],
  { words, ...env }: { words: RegExp; [setting: string]: unknown },
): Promise<void> {
  const settings = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
  expectEnd(await runProcess(args, { ...environment, ...settings }), 1, words);
}

/** An argument that is all upper case is a file of this test. */
const refusedInputs = [
  ['admin', ['create', '--email', 'no address'], /Please enter a valid email address/],
  ['import', ['DAMAGED.zip'], /^The archive cannot be read/],
  ['import', ['--undo', randomUUID(), 'some.xml'], /--help shows/],
  ['export', ['/proc/none.zip'], /^\/proc\/none\.zip cannot be written/],
  ['backup', ['FOLDER'], /folder exists already/],
  ['restore', ['--at', 'tomorrow'], /--help shows/],
  ['site-words', ['import', 'DAMAGED'], /holds no JSON/],
  ['lighthouse', ['http://127.0.0.1:1'], /^Nothing answers at/],
  ['release.mjs', ['DAMAGED'], /damaged cannot be made \(EEXIST\)/],
  ['admin', ['create', '--email', 'ada@firm.test', '--role', 'king'], /There is no role "king"/],
  ['admin', ['fly'], /--help shows/],
  ['backup', [], /--help shows/],
  ['export', ['FOLDER'], /folder exists already/],
  ['import', ['DAMAGED'], /is not an export/],
  ['import', ['FOLDER', '--site-words', 'maybe'], /--help shows/],
  ['import', ['--undo', randomUUID(), '--dry-run'], /--help shows/],
  ['site-words', ['import', 'NOWHERE'], /cannot be read/],
  ['seed/main', ['--posts', 'many'], /^--posts must be a whole number/],
  ['lighthouse', ['nowhere'], /^nowhere is no address/],
  ['bench.mjs', ['nowhere'], /^There is no file bench\/nowhere\.ts/],
  ['verify-backup', ['DAMAGED'], /damaged is damaged/, 1],
  ['verify-backup', ['FOLDER'], /^There is no file/m],
  ['restore', ['DAMAGED'], /damaged is damaged/, 1],
  ['restore', ['NOWHERE'], /^There is no file/m],
] as const;
let ends: End[];

beforeAll(async () => {
  const commands = refusedInputs.map(([script, given]) => [
    `scripts/${script}${script.endsWith('.mjs') ? '' : '.ts'}`,
    ...given.map((arg) => (/^[A-Z]+(?:\.zip)?$/.test(arg) ? at(arg.toLowerCase()) : arg)),
  ]);
  ends = await runCommands(commands, environment);
});

test.each(refusedInputs.map((row, n) => [row[0], row[1], row, n] as const))(
  '%s %j is refused in words',
  (_script, _given, [, , words, code = 2], n) => {
    expectEnd(ends[n], code, words);
  },
);

/** `npm test` has the first two: of a start and of a command. */
const settings = [
  ['DATABASE_URL', 'mysql://host/name'],
  ['SESSION_SECRET', 'short'],
  ['DATABASE_URL', 'nonsense'],
  ['PORT', 'abc'],
  ['SITE_URL', '::'],
  ['SITE_TIMEZONE', 'Mars'],
  ['STORAGE', 'tape'],
  ['SESSION_SECRET_FILE', '/nowhere'],
] as const;

test.each(isLong ? settings : settings.slice(0, 2))(
  'a start or a command names %s when it is %s',
  async (name, value) => {
    const args = name.startsWith('S')
      ? ['scripts/admin.ts', 'create', '--email', 'a@b.test']
      : ['server/main.mjs'];
    await expectRefusal(args, { words: new RegExp(`^${name} [^\n]+\n$`), [name]: value });
  },
);

test('a start and a command tell a DATA_DIR, a user and a database that cannot be used', async () => {
  for (const args of [['server/main.mjs'], ['scripts/backup.ts', at('archive')]]) {
    await expectRefusal(args, { words: /DATA_DIR/, DATA_DIR: at('damaged') });
    const noUser = addressOf({ user: 'nobody_here' });
    await expectRefusal(args, { words: /^The database .*\n$/m, DATABASE_URL: noUser });
    const noDatabase = addressOf({ database: 'nowhere' });
    await expectRefusal(args, { words: /names does not exist/, DATABASE_URL: noDatabase });
  }
});

test('a start tells a port and an address that it cannot have', async () => {
  const other = createServer();
  const port = await listen(other, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void other.close());
  const words = new RegExp(`^Port ${port} of 127.0.0.1 is already in use`);
  await expectRefusal(['server/main.mjs'], { words, PORT: port });
  await expectRefusal(['server/main.mjs'], {
    words: /^Cannot listen on PORT 0 of/,
    HOST: 'host.invalid',
  });
});
