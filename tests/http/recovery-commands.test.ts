import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { createClient } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import {
  activityOf,
  isIn,
  owner as initialOwner,
  ownerSettings,
  pathIn,
  signIn as signInAt,
} from '#tests/people.ts';
import { startProcess } from '#tests/process.ts';
import { useProduct } from '#tests/product.ts';
import { nextCode, setUpApp } from '#tests/totp-app.ts';
import { recoveryCommands } from '../../scripts/recovery.ts';

const owner = { ...initialOwner };

const product = useProduct({
  ...ownerSettings,
  // The one that is kept in DATA_DIR.
  SESSION_SECRET: '',
});

function start(...args: string[]) {
  return startProcess(['scripts/admin.ts', ...args], {
    DATA_DIR: product.dataDir,
    DATABASE_URL: urlOf(product.database.connection),
    SITE_URL: product.origin,
  });
}

async function admin(...args: string[]): Promise<string> {
  const command = start(...args);
  expect(await command.exited, command.output()).toBe(0);
  return command.output();
}

const signIn = async () => (await signInAt(product, owner.email, owner.password)).client;

test('npm run admin -- sign-out-everybody says what it would do and changes nothing without --yes', async () => {
  const client = await signIn();
  const command = start('sign-out-everybody');
  expect(await command.exited).toBe(1);
  expect(command.output()).toMatch(/This ends all \d+ sessions/);
  expect(command.output()).toContain('Nothing was changed. Add --yes to do it.');
  expect(await isIn(client)).toBe(true);
});

test.each([
  ['change-secret', /This makes another session secret/],
  ['clean-texts', /This cleans the texts of \d+ posts/],
  ['delete-images', /This deletes 0 images .* for 7 days/],
  ['reset-password', /This ends all sessions and tokens of owner@firm\.test/],
] as const)('the plan of %s says what it would do and changes nothing', async (name, plan) => {
  const client = await signIn();
  const { db } = product.database;
  const config = readConfig({ DATA_DIR: product.dataDir });
  const options = { email: owner.email, days: 7 };
  const said = await recoveryCommands[name].plan({ db, config, options, say: () => {} });
  expect(said.join('\n')).toMatch(plan);
  expect(await isIn(client)).toBe(true);
});

test('reset-password ends the sessions of the user and prints a link that sets a new password', async () => {
  const client = await signIn();
  const said = await admin('reset-password', '--email', owner.email, '--yes');
  expect(await isIn(client)).toBe(false);
  const link = pathIn(said, /http\S+reset-password\S+/);
  const fresh = 'a brand new password';
  const visitor = createClient(product);
  const answer = await visitor.post(link, {
    password: fresh,
    passwordAgain: fresh,
    confirmation: fresh,
  });
  expect(answer.status).toBeLessThan(400);
  await visitor.post('/admin/login', { email: owner.email, password: fresh });
  expect(await isIn(visitor)).toBe(true);
  owner.password = fresh;
  expect(await activityOf(product, 'password-link-created')).toMatchObject([
    { subject_label: owner.email, process: 'command line' },
  ]);
  const unknown = start('reset-password', '--email', 'none@firm.test', '--yes');
  expect(await unknown.exited).toBe(1);
  expect(unknown.output()).toContain('There is no account with the address none@firm.test.');
});

test('sign-out-everybody ends all sessions, beside a running product', async () => {
  const client = await signIn();
  expect(await admin('sign-out-everybody', '--yes')).toMatch(/Ended \d+ sessions and all tokens\./);
  expect(await isIn(client)).toBe(false);
  expect(await activityOf(product, 'all-sessions-ended')).toMatchObject([{ process: 'command line' }]);
});

test('change-secret ends sessions and keeps authenticator apps, and a run that was cut off goes on with the same secret', async () => {
  const client = await signIn();
  const app = await setUpApp(client);
  const file = join(product.dataDir, 'session-secret');
  const before = await readFile(file, 'utf8');
  // What a run leaves that was killed before its last step.
  const unfinished = `${'n'.repeat(43)}\n`;
  await writeFile(join(product.dataDir, 'session-secret.new'), unfinished, { mode: 0o600 });
  const said = await admin('change-secret', '--yes');
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
  await sql`delete from authenticator_apps`.execute(product.database.db);
});

/** Number of posts with what the rules do not allow. */
async function dirty(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from blog_posts
    where content like '%script%' or content like '%onclick%'`.execute(product.database.db);
  return rows[0]?.n ?? 0;
}

test('clean-texts that is killed has cleaned a part', async () => {
  const { db } = product.database;
  await sql`insert into blog_posts (title, slug, content, published, published_at, first_published_at)
    select 'Dirty ' || n, 'dirty-' || n, '<p onclick="x()">Text ' || n || '</p><script>alert(1)</script>', true, now() - interval '1 day', now() - interval '1 day'
    from generate_series(1, 250) n`.execute(db);
  const [post] = (await sql<{ id: string }>`select id from blog_posts where slug = 'dirty-1'`.execute(db))
    .rows;
  await sql`insert into blog_post_revisions (post_id, version, save_kind, saved_at, settings, content)
    values (${post?.id}, 0, 'save', now(), '{}', '<p>Old</p><script>x</script>')`.execute(db);
  const cut = start('clean-texts', '--yes');
  await cut.until(/100 texts were read/);
  cut.signal('SIGKILL');
  await cut.exited;
  const left = await dirty();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(250);
});

test('clean-texts that is repeated cleans the rest, and adds no version', async () => {
  const { db } = product.database;
  const left = await dirty();
  const said = await admin('clean-texts', '--yes');
  expect(said).toContain(`Changed ${left} posts, 0 pending changes and 1 earlier versions.`);
  expect(await dirty()).toBe(0);
  const { rows } = await sql<{ content: string; version: number; word_count: number }>`
    select content, version, word_count from blog_posts where slug = 'dirty-7'`.execute(db);
  expect(rows).toEqual([{ content: '<p>Text 7</p>', version: 1, word_count: 2 }]);
  expect((await activityOf(product, 'text-cleaned')).length).toBe(250);
  expect(await activityOf(product, 'texts-cleaned')).toMatchObject([
    { process: 'command line', after: { posts: left } },
  ]);
  expect(await (await createClient(product).get('/blog/dirty-7')).text()).toContain('Text 7');
});

test('delete-images deletes what nothing shows for so many days, more than one batch, and nothing else', async () => {
  const { db } = product.database;
  const folder = join(product.dataDir, 'storage', 'blog-images', 'editor-images');
  await mkdir(folder, { recursive: true });
  const store = async (days: number, count: number) => {
    const names = Array.from({ length: count }, () => `${randomInt(2 ** 47)}`.padStart(39, '7') + '.jpg');
    for (const name of names) await writeFile(join(folder, name), 'x');
    await sql`insert into images (folder, name, width, height, bytes, state, unused_since)
      select 'editor-images', unnest(${names}::text[]), 10, 10, 1, 'stored', now() - make_interval(days => ${days})`.execute(
      db,
    );
    return names;
  };
  const old = await store(10, 130);
  const [young = ''] = await store(2, 1);
  const [inRevision = ''] = await store(10, 1);
  await sql`insert into revision_images (revision_id, image_id)
    select (select id from blog_post_revisions limit 1), id from images where name = ${inRevision}`.execute(
    db,
  );

  expect(await admin('delete-images', '--days', '5', '--yes')).toMatch(
    /This deletes 130 images .* for 5 days\.[^]*Deleted 1[0-3]\d images\./,
  );
  expect(old.filter((name) => existsSync(join(folder, name)))).toEqual([]);
  expect([young, inRevision].map((name) => existsSync(join(folder, name)))).toEqual([true, true]);
  expect(await activityOf(product, 'unused-images-deleted')).toMatchObject([{ after: { images: 130 } }]);
  const wrong = start('delete-images', '--days', '0', '--yes');
  expect(await wrong.exited).toBe(1);
});
