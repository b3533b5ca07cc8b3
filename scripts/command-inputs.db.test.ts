import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';

import { listen } from '#server/http/port.ts';
import { useFolder } from '#tests/folder.ts';
import { isLong } from '#tests/long.ts';
import { runProcess } from '#tests/process.ts';

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

/** Ends with this code and these words, and prints no stack. */
async function expectRefusal(
  args: readonly string[],
  { code, words, ...env }: { code: number; words: RegExp; [setting: string]: unknown },
): Promise<void> {
  const settings = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
  const result = await runProcess(args, { DATA_DIR: at('data'), PORT: '0', ...settings });
  expect(result).toEqual({ code, output: expect.stringMatching(words) });
  expect(result.output).not.toMatch(/\n +at |node:internal/);
}

/** `npm test` has the first rows of each table: at least one of each way that a command reads what it is given. */
const part = <Row>(rows: readonly Row[], count: number) => (isLong ? rows : rows.slice(0, count));

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
] as const;

test.each(part(refusedInputs, 9))('%s %j is refused in words', async (script, given, words) => {
  const file = script.endsWith('.mjs') ? script : `${script}.ts`;
  const args = given.map((arg) => (/^[A-Z]+(?:\.zip)?$/.test(arg) ? at(arg.toLowerCase()) : arg));
  await expectRefusal([`scripts/${file}`, ...args], { code: 2, words });
});

test.each(['verify-backup', 'restore'])(
  '%s of a damaged or missing archive ends in words',
  async (script) => {
    const file = `scripts/${script}.ts`;
    await expectRefusal([file, at('damaged')], { code: 1, words: /damaged is damaged/ });
    const missing = at(script === 'restore' ? 'nowhere' : 'folder');
    await expectRefusal([file, missing], { code: 2, words: /^There is no file/m });
  },
);

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

test.each(part(settings, 2))('a start or a command names %s when it is %s', async (name, value) => {
  const args = name.startsWith('S')
    ? ['scripts/admin.ts', 'create', '--email', 'a@b.test']
    : ['server/main.mjs'];
  await expectRefusal(args, { code: 1, words: new RegExp(`^${name} [^\n]+\n$`), [name]: value });
});

test('a start and a command tell a DATA_DIR, a user and a database that cannot be used', async () => {
  for (const args of [['server/main.mjs'], ['scripts/backup.ts', at('archive')]]) {
    await expectRefusal(args, { code: 1, words: /DATA_DIR/, DATA_DIR: at('damaged') });
    const noUser = addressOf({ user: 'nobody_here' });
    await expectRefusal(args, { code: 1, words: /^The database .*\n$/m, DATABASE_URL: noUser });
    const noDatabase = addressOf({ database: 'nowhere' });
    await expectRefusal(args, { code: 1, words: /names does not exist/, DATABASE_URL: noDatabase });
  }
});

test('a start tells a port and an address that it cannot have', async () => {
  const other = createServer();
  const port = await listen(other, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void other.close());
  const words = new RegExp(`^Port ${port} of 127.0.0.1 is already in use`);
  await expectRefusal(['server/main.mjs'], { code: 1, words, PORT: port });
  await expectRefusal(['server/main.mjs'], {
    code: 1,
    words: /^Cannot listen on PORT 0 of/,
    HOST: 'host.invalid',
  });
});
