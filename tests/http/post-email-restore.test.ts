import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import type { Database } from '#db/client.ts';
import { tokenOfEmail } from '#domain/email/enqueue-email.ts';
import { importSubscribers } from '#domain/newsletter/import-subscribers.ts';
import { emailPost } from '#domain/post-emails/email-post.ts';
import { sessionSecret } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import { createOwnDatabase } from '#tests/database.ts';
import { addPost, contextAs, readyNewsletter } from '#tests/factories.ts';
import { useFolder } from '#tests/folder.ts';
import { unfolded, useMailServer } from '#tests/mail-server.ts';
import { ownerSettings, signIn } from '#tests/people.ts';
import { runProcess } from '#tests/process.ts';
import { startProduct } from '#tests/product.ts';

const mail = useMailServer();
const folder = useFolder();
const subscribers = 20;
/** Long enough for an email that must not leave: the jobs run at a start, then every 10 seconds. Milliseconds. */
const quietTime = 12_000;

/** Runs a command to its end, and fails with what it said. */
async function run(args: string[], env: Record<string, string>): Promise<void> {
  expect(await runProcess(args, env)).toMatchObject({ code: 0 });
}

async function statesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select p.title || ': ' || e.state || case when e.paused_at is null then '' else ', paused' end as state
    from post_emails e join blog_posts p on p.id = e.post_id order by 1`.execute(db);
  return rows.map(({ state }) => state);
}

async function hasWaitingDelivery(db: Database): Promise<boolean> {
  const waiting = db
    .selectFrom('jobs')
    .select('id')
    .where('task', '=', 'delivery')
    .where('done_at', 'is', null);
  return (await waiting.execute()).length > 0;
}

test('a backup made during a sending, restored here and on another machine, emails no one a second time', async () => {
  const settings = {
    ...ownerSettings,
    ...mail.settings,
    NEWSLETTER_RATE: '1000',
    NEWSLETTER_POSTAL_ADDRESS: '1 Pier Street',
    NEWSLETTER_REASON: 'You subscribed.',
  };
  const site = await startProduct(settings);
  onTestFinished(() => site.stop());
  const { db } = site.database;
  const ctx = await contextAs(db, 'super_admin', {
    newsletter: readyNewsletter,
    origin: 'https://firm.test',
    emailToken: (id) => tokenOfEmail(sessionSecret, id),
  });
  const names = Array.from({ length: subscribers }, (_, n) => `reader-${n + 1}@visitor.test`);
  await importSubscribers(ctx, `Email,State\n${names.map((name) => `${name},Confirmed`).join('\n')}`);
  const [first, second] = await Promise.all(
    ['First', 'Second'].map((title) => addPost(ctx, { title, published: 'true' })),
  );
  const ids = [first?.id ?? '', second?.id ?? ''];
  const everybody = { number: '1' };
  const receivedOf = (title: string) =>
    mail.received.filter(({ source }) => source.includes(`Subject: ${title}`));

  await emailPost(ctx, ids[0] ?? '', everybody);
  await expect.poll(() => receivedOf('First').length, { timeout: 30_000 }).toBeGreaterThan(2);
  const hold = (isHeld: boolean) =>
    sql`update post_emails set rate = 500, paused_at = case when ${isHeld} then now() end`.execute(db);
  await hold(true);
  await sql`insert into jobs (task, run_at, payload)
    values ('delivery', now() + interval '2 hours', '{"to": "a@firm.test", "subject": "Reset", "text": "", "html": ""}')`.execute(
    db,
  );
  const archive = join(folder, 'site.tar');
  const here = { DATABASE_URL: urlOf(site.database.connection), DATA_DIR: site.dataDir };
  await run(['scripts/backup.ts', archive], here);
  expect(receivedOf('First').length).toBeLessThan(subscribers);
  await sql`update jobs set run_at = now() where task = 'delivery'`.execute(db);
  await hold(false);
  await expect.poll(() => receivedOf('Reset').length, { timeout: 30_000 }).toBe(1);
  await expect.poll(() => receivedOf('First').length, { timeout: 30_000 }).toBe(subscribers);
  await sql`update post_emails set started_at = started_at - interval '7 days'`.execute(db);
  await emailPost(ctx, ids[1] ?? '', everybody);
  await expect.poll(() => statesOf(db), { timeout: 60_000 }).toEqual(['First: sent', 'Second: sent']);
  expect(receivedOf('Second')).toHaveLength(subscribers);

  const leave = async (origin: string, reader: string) => {
    const email = receivedOf('Second').find(({ to }) => to.includes(reader));
    const token = email && /unsubscribe\?token=([\w-]{43})/.exec(unfolded(email))?.[1];
    const answer = await fetch(`${origin}/newsletter/unsubscribe?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await leave(site.origin, 'reader-1@visitor.test')).toBe(200);

  // On another machine, with nothing but the archive.
  const elsewhere = await createOwnDatabase();
  onTestFinished(() => elsewhere.drop());
  await run(['scripts/restore.ts', archive], {
    DATABASE_URL: urlOf(elsewhere.connection),
    DATA_DIR: join(folder, 'elsewhere'),
  });
  // Here, over what was sent since.
  const restart = await site.kill();
  // The idle connections of this test would be taken for a running product.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${site.database.connection.database}`.execute(elsewhere.db);
  await run(['scripts/restore.ts', archive, '--replace'], here);
  const [, copy] = await Promise.all([restart(), startProduct(settings, { database: elsewhere })]);
  onTestFinished(() => copy.stop());
  await sleep(quietTime);
  expect(mail.received).toHaveLength(2 * subscribers + 1);
  expect(await statesOf(db)).toEqual(['First: sent', 'Second: sent']);
  expect([await hasWaitingDelivery(db), await hasWaitingDelivery(elsewhere.db)]).toEqual([false, true]);
  // The archive knows neither of the second sending nor of the end of the first.
  expect(await statesOf(elsewhere.db)).toEqual(['First: sending, paused']);

  for (const [origin, own] of [
    [site.origin, db],
    [copy.origin, elsewhere.db],
  ] as const) {
    const query = own.selectFrom('subscribers').select('state').where('email', '=', 'reader-1@visitor.test');
    const gone = await query.execute();
    expect(gone).toEqual([{ state: own === db ? 'unsubscribed' : 'confirmed' }]);
    // The link of an email that was sent after the backup.
    expect(await leave(origin, 'reader-2@visitor.test')).toBe(200);
    const { client: admin } = await signIn({ origin });
    const send = async (fields: Record<string, string>) => {
      const answer = await admin.post(`/admin/posts/edit/${ids[1]}/email`, {
        intent: 'send',
        ...everybody,
        ...fields,
      });
      return answer.text();
    };
    expect(await send({})).toContain('Sending is on hold');
    await admin.post('/admin/newsletter', { intent: 'accept' });
    expect(await send({})).toMatch(
      own === db ? /was emailed in the meantime/ : /may have been emailed after that backup was made/,
    );
    if (own === db) expect(await send({ number: '2', again: 'yes' })).toContain('have got this post already');
    const screen = await (await admin.get(`/admin/posts/edit/${ids[1]}/email`)).text();
    expect(screen.includes('It may have been emailed already')).toBe(own !== db);
  }
  // Nothing was enqueued by what was refused.
  expect(await statesOf(db)).toEqual(['First: sent', 'Second: sent']);
  expect(await statesOf(elsewhere.db)).toEqual(['First: sending, paused']);
  expect(mail.received).toHaveLength(2 * subscribers + 1);
}, 240_000);
