import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { findFreePort } from '#tests/free-port.ts';
import { useFolder } from '#tests/folder.ts';
import { startProcess } from '#tests/process.ts';
import { project, readText } from '#tests/project.ts';

/** Every npm command that README and the documents print, on a clone in which nothing was done before. */

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'AGENTS.md', 'bench/results.md'].concat(
  readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
);
const spans = pages.flatMap((page) => readText(page).match(/```[^]*?```|`[^`]+`/g) ?? []).join('\n');
const printed = new Set(
  Array.from(spans.matchAll(/\bnpm (?:run [a-z][\w:-]*|start|test)(?: -- [^`|#\n]+)?/g), ([text]) =>
    text.trim(),
  ),
);

/** Commands that other tests run as they are printed, and names of commands in prose. */
const elsewhere: readonly RegExp[] = [
  // These run the tests: .ci/run calls them on a clone.
  /^npm test|^npm run (?:test:|verify$|check:web)/,
  // These take minutes, download a program or draw images: scripts/command-inputs.db.test.ts tries their arguments.
  /^npm run (?:bench|lighthouse|screenshots)/,
  // tests/http/release.test.ts
  /^npm run release/,
  // server/backup/scheduled-backups.db.test.ts and server/backup/point-in-time.db.test.ts
  /^npm run (?:restore -- --at|(?:restore|verify-backup) -- newest)/,
  // Without arguments these answer with how they are called: tests/commands.test.ts
  /^npm run (?:admin|backup|export|import|restore|site-words|verify-backup|admin -- sign-in-link)$/,
];

const whileRunning = [
  'npm run seed -- --posts 24 --views 5000',
  'npm run seed',
  'npm run doctor',
  'npm run admin -- create --email ADDRESS',
  'npm run admin -- create --email ADDRESS --role super_admin',
  'npm run admin -- sign-in-link --email ADDRESS',
  'npm run admin -- reset-factors --email ADDRESS',
  'npm run admin -- second-factor none',
  'npm run admin -- sign-out-everybody',
  'npm run backup -- site.tar',
  'npm run backup -- FILE',
  'npm run backup -- /some/other/place.tar',
  'npm run verify-backup -- site.tar',
  'npm run verify-backup -- FILE',
  'npm run export -- FILE.zip',
  'npm run import -- FILE',
  'npm run site-words -- export FILE',
  'npm run site-words -- import FILE',
  'npm run sbom',
];
const whileStopped = [
  'npm run admin -- change-secret',
  'npm run restore -- site.tar --replace',
  'npm run build',
];
/** Commands for a machine whose site is empty. */
const onEmptySite = ['npm run admin -- create', 'npm run restore -- site.tar', 'npm run restore -- FILE'];

const account = { ADMIN_EMAIL: 'ada@firm.example', ADMIN_PASSWORD: 'only for this test' };
const names: Readonly<Record<string, string>> = { import: 'content.zip', 'site-words': 'words.json' };

/** The printed command with names in the places of its placeholders. */
function filled(command: string): string {
  const file = names[/npm run ([\w-]+)/.exec(command)?.[1] ?? ''] ?? 'other.tar';
  const asks = /reset-factors|second-factor|sign-out-everybody|change-secret/.test(command) ? ' --yes' : '';
  return `${command.replace('FILE.zip', 'content.zip').replace('FILE', file).replace('/some/other/', './')}${asks}`.replace(
    'ADDRESS',
    'ada@firm.example',
  );
}

test('every printed command is tried here or elsewhere', () => {
  const here = ['npm start', 'npm run dev', ...whileRunning, ...whileStopped, ...onEmptySite];
  expect(printed.size).toBeGreaterThan(40);
  expect([...printed].filter((one) => !elsewhere.some((each) => each.test(one))).toSorted()).toEqual(
    here.toSorted(),
  );
});

const clone = join(useFolder(), 'anyforge');

test('the commands of the README and the documents work on a clone as they are printed', async () => {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', project, clone]);
  const port = String(await findFreePort('127.0.0.1'));
  const env = { ...process.env, NODE_ENV: undefined, NODE_COMPILE_CACHE: undefined, PORT: port };
  const begin = (command: string, more: NodeJS.ProcessEnv = {}) => {
    const running = startProcess(['-c', `exec ${command}`], { ...env, ...more }, 'sh', clone);
    const stop = async () => {
      running.signal('SIGTERM');
      await running.exited;
    };
    onTestFinished(stop);
    return { ...running, stop };
  };
  const run = async (command: string, more: NodeJS.ProcessEnv = {}) => {
    const running = begin(filled(command), more);
    expect([command, await running.exited, running.output().slice(-2_000)]).toEqual([
      command,
      0,
      expect.not.stringMatching(/\n +at |Warning:/),
    ]);
  };
  const site = begin('npm start', account);
  await site.until(/Ready at/, 400_000);
  for (const command of whileRunning) await run(command);
  await site.stop();
  for (const command of whileStopped) await run(command);
  for (const command of onEmptySite) await run(command, { DATA_DIR: join(clone, `data ${command.length}`) });
  const development = begin('npm run dev');
  await development.until(/Ready at/, 120_000);
  await development.stop();
}, 900_000);
