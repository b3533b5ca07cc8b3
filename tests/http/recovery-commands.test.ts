import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { readConfig } from '#server/settings/config.ts';
import { createClient } from '#tests/client.ts';
import { contextOn } from '#tests/factories.ts';
import {
  activityOf,
  isIn,
  owner as initialOwner,
  ownerSettings,
  pathIn,
  runAdmin,
  signIn as signInAt,
} from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';
import { nextCode, setUpApp } from '#tests/totp-app.ts';
import { recoveryCommands, type RecoveryName } from '../../scripts/recovery.ts';

const owner = { ...initialOwner };

const product = useProduct({
  ...ownerSettings,
  // The one that is kept in DATA_DIR.
  SESSION_SECRET: '',
});

/** The plan and the result of a command, as the program prints both. */
async function runHere(name: RecoveryName, email = ''): Promise<string> {
  const { db } = product.database;
  const config = readConfig({ DATA_DIR: product.dataDir, SITE_URL: product.origin });
  const { plan, run } = recoveryCommands[name];
  const ctx = { ...contextOn(db, { origin: product.origin }), config, email };
  return [...(await plan(ctx)), ...(await run(ctx))].join('\n');
}

const signIn = async () => (await signInAt(product, owner.email, owner.password)).client;

test('npm run admin says what a command would do, and does it with --yes only, beside a running product', async () => {
  const client = await signIn();
  const asked = await runAdmin(product, ['sign-out-everybody']);
  expect(asked.code).toBe(2);
  expect(asked.output).toMatch(/This ends all \d+ sessions/);
  expect(asked.output).toContain('Nothing was changed. Add --yes to do it.');
  expect(await isIn(client)).toBe(true);
  const output = expect.stringMatching(/Ended \d+ sessions and all tokens\./);
  expect(await runAdmin(product, ['sign-out-everybody', '--yes'])).toEqual({ code: 0, output });
  expect(await isIn(client)).toBe(false);
  expect(await activityOf(product, 'all-sessions-ended')).toMatchObject([{ process: 'command line' }]);
});

test('reset-password ends the sessions of the user and prints a link that sets a new password', async () => {
  const client = await signIn();
  const said = await runHere('reset-password', owner.email);
  expect(await isIn(client)).toBe(false);
  const link = pathIn(said, /http\S+reset-password\S+/);
  const fresh = 'a brand new password';
  const visitor = createClient(product);
  const answer = await visitor.post(link, { password: fresh, passwordAgain: fresh, confirmation: fresh });
  expect(answer.status).toBeLessThan(400);
  await visitor.post('/admin/login', { email: owner.email, password: fresh });
  expect(await isIn(visitor)).toBe(true);
  owner.password = fresh;
  expect(await activityOf(product, 'password-link-created')).toMatchObject([
    { subject_label: owner.email, process: 'command line' },
  ]);
  await expect(runHere('reset-password', 'none@firm.test')).rejects.toThrow(
    'There is no account with the address none@firm.test.',
  );
});

test('change-secret ends sessions and keeps authenticator apps, and a run that was cut off goes on with the same secret', async () => {
  const client = await signIn();
  const app = await setUpApp(client);
  const file = join(product.dataDir, 'session-secret');
  const before = await readFile(file, 'utf8');
  // The files of a run that was killed before its last step.
  const unfinished = `${'n'.repeat(43)}\n`;
  await writeFile(join(product.dataDir, 'session-secret.new'), unfinished, { mode: 0o600 });
  const said = await runHere('change-secret');
  expect(said).toContain('1 authenticator apps go on working.');
  expect(said).toContain('Restart the product now.');
  expect(await readFile(file, 'utf8')).toBe(unfinished);
  expect(unfinished).not.toBe(before);
  expect(existsSync(`${file}.new`)).toBe(false);
  await (
    await product.kill()
  )();
  expect(await isIn(client)).toBe(false);
  const again = await signIn();
  expect(await isIn(again)).toBe(false);
  await again.post('/admin/second-factor', { code: nextCode(app) });
  expect(await isIn(again)).toBe(true);
  expect(await activityOf(product, 'session-secret-changed')).toMatchObject([
    { process: 'command line', after: { authenticator_apps: 1, lost: 0 } },
  ]);
  await sql`update users
    set authenticator_secret = null, authenticator_confirmed_at = null`.execute(product.database.db);
});
