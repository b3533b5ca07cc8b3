import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { openDatabase } from '#db/client.ts';
import { readPostmasterPid } from '#db/embedded/lock.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded/start.ts';
import { emailPost } from '#domain/post-emails/email-post.ts';
import { sessionSecret } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import { addPost, contextAs, readyNewsletter } from '#tests/factories.ts';
import { useFolder } from '#tests/folder.ts';
import { startProcess, type RunningProcess } from '#tests/process.ts';

/** The longest form: 100,000 subscribers and 50 kills. */
const subscribers = Number(process.env['POST_EMAIL_SUBSCRIBERS'] ?? 600);
const kills = Number(process.env['POST_EMAIL_KILLS'] ?? 9);
const rate = Number(process.env['POST_EMAIL_RATE'] ?? 60);
/** Emails under way at once in one server, each in the hands of a worker. */
const workers = 5;
const folder = useFolder();

test(
  'a sending during which server, database and mail server are killed misses no subscriber, repeats one email for each worker and kill at most, and is one sending',
  { timeout: 3_600_000 },
  async () => {
    const received = join(folder, 'received');
    await writeFile(received, '');
    const site = await startSite(received);
    const { db } = site;
    try {
      // In parts: a statement has a time limit.
      for (let first = 1; first <= subscribers; first += 10_000) {
        await sql`
          insert into subscribers (email, state, confirmed_at)
          select 'reader-' || n || '@visitor.test', 'confirmed', now()
          from generate_series(${first}::int, least(${first} + 9999, ${subscribers}::int)) n`.execute(db);
      }
      const ctx = await contextAs(db, 'admin', { newsletter: readyNewsletter, origin: 'https://firm.test' });
      const { id } = await addPost(ctx, { published: 'true' });
      await emailPost(ctx, id, { number: '1' });
      const counted = async () => (await readFile(received, 'utf8')).split('\n').length - 1;
      await expect.poll(counted, { timeout: 60_000 }).toBeGreaterThan(3);
      await sql`update post_emails set rate = ${rate}`.execute(db);

      const victims = ['server', 'database', 'mail'] as const;
      for (let kill = 0; kill < kills; kill += 1) {
        await sleep(300 + Math.random() * 1_200);
        await site.kill(victims[kill % victims.length] ?? 'server');
        // A second press while the sending is in pieces.
        await emailPost(ctx, id, { number: '1' }).catch(() => {});
      }
      const state = async () =>
        (await db.selectFrom('post_emails').select(['state', 'pause_reason']).execute())[0];
      await expect
        .poll(() => state().catch(() => null), { timeout: 1_800_000, interval: 500 })
        .toEqual({ state: 'sent', pause_reason: null });

      const lines = (await readFile(received, 'utf8')).trim().split('\n');
      const ids = new Map<string, Set<string>>();
      for (const line of lines) {
        const [to = '', messageId = ''] = line.split(' ');
        ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
      }
      const repeated = lines.length - ids.size;
      console.log(
        `${subscribers} subscribers, ${kills} kills: ${ids.size} reached, ${repeated} repeated emails.`,
      );
      expect(ids.size).toBe(subscribers);
      expect(repeated).toBeLessThanOrEqual(kills * workers);
      // A repetition has the same Message-ID, by which mailboxes drop it.
      expect([...ids.values()].every((one) => one.size === 1)).toBe(true);
      expect(await db.selectFrom('post_emails').select('number').execute()).toEqual([{ number: 1 }]);
    } finally {
      await site.stop();
    }
  },
);

async function startSite(received: string) {
  const dataDir = join(folder, 'database');
  const startPostgres = () => startEmbeddedPostgres({ dataDir, announce: () => {} });
  let postgres: EmbeddedPostgres = await startPostgres();
  const client = openDatabase(postgres.connection, { timeZone: 'UTC', onIdleError: () => {} });
  const startMail = (port: string) => startProcess(['tests/mail-server-process.ts', received, port]);
  let mail: RunningProcess = startMail('0');
  const port = await mail.until(/Listening at (\d+)/);
  const startServer = () =>
    startProcess(['server/main.mjs'], {
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: urlOf(postgres.connection),
      SESSION_SECRET: sessionSecret,
      EMAIL_TRANSPORT: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      CONTACT_EMAIL: 'site@firm.test',
      NEWSLETTER_RATE: String(rate),
      NEWSLETTER_POSTAL_ADDRESS: '1 Pier Street',
      NEWSLETTER_REASON: 'You subscribed.',
    });
  let server = startServer();
  await server.until(/Ready at (\S+)/);

  return {
    db: client.db,
    async kill(victim: 'server' | 'database' | 'mail') {
      if (victim === 'server') {
        server.signal('SIGKILL');
        await server.exited;
        server = startServer();
        await server.until(/Ready at (\S+)/);
      } else if (victim === 'mail') {
        mail.signal('SIGKILL');
        await mail.exited;
        mail = startMail(port);
        await mail.until(/Listening at (\d+)/);
      } else {
        const pid = await readPostmasterPid(join(dataDir, 'postgres'));
        if (pid === null) throw new Error('The database has no process.');
        process.kill(pid, 'SIGKILL');
        await postgres.exited;
        postgres = await startPostgres();
      }
    },
    async stop() {
      server.signal('SIGTERM');
      await server.exited;
      mail.signal('SIGKILL');
      await mail.exited;
      await client.close();
      await postgres.stop();
    },
  };
}
