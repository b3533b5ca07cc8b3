import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import { emailPost } from '#domain/post-emails/email-post.ts';
import { contextAs, newPost, readyNewsletter } from '#tests/factories.ts';
import { peakDuring } from '#tests/process-memory.ts';
import { startProcess } from '#tests/process.ts';
import { createPost } from '#tests/post-forms.ts';
import { sampleArticle } from './sample-article.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { startOwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';
import { option } from './option.ts';

/**
 * A post emailed to subscribers over a local mail server, beside readers of the blog: how long it takes, the response
 * times of the readers, and how much more memory the product takes.
 *
 * npm run bench -- post-emails [--subscribers 10000] [--readers 20]
 */
const subscribers = option('subscribers', 10_000);
/** Requests of readers in a second. */
const readers = option('readers', 20);

const folder = await mkdtemp(join(tmpdir(), 'anyforge-bench-mail-'));
const received = join(folder, 'received');
await writeFile(received, '');
const mail = startProcess(['tests/mail-server-process.ts', received, '0']);
const port = await mail.until(/Listening at (\d+)/);
const product = await startOwnProduct({
  EMAIL_TRANSPORT: 'smtp',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  CONTACT_EMAIL: 'site@firm.test',
  NEWSLETTER_RATE: '1000',
  NEWSLETTER_POSTAL_ADDRESS: '1 Pier Street',
  NEWSLETTER_REASON: 'You subscribed.',
});
const { db } = product.db;
try {
  // In parts: a statement has a time limit.
  for (let first = 1; first <= subscribers; first += 10_000) {
    await sql`
      insert into subscribers (email, state, confirmed_at)
      select 'reader-' || n || '@visitor.test', 'confirmed', now()
      from generate_series(${first}::int, least(${first} + 9999, ${subscribers}::int)) n`.execute(db);
  }
  const ctx = await contextAs(db, 'admin', { newsletter: readyNewsletter, origin: 'https://firm.test' });
  const { id, slug } = await createPost(ctx, newPost({ published: 'true', content: sampleArticle.html }));
  const agent = new Agent({ keepAlive: true });
  const read = () => readOnce(agent, `${product.origin}/blog/${slug}`);
  for (let n = 0; n < 200; n += 1) await read();

  const alone = await readFor(read, async () => await sleep(5_000));
  const cpuBefore = cpuTimeOf(product.process.pid);
  const began = performance.now();
  await emailPost(ctx, id, { number: '1' });
  const {
    result: beside,
    before,
    peak,
  } = await peakDuring(product.process.pid, () =>
    readFor(read, async () => {
      while ((await db.selectFrom('post_emails').select('state').executeTakeFirst())?.state !== 'sent') {
        await sleep(100);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const cpu = (cpuTimeOf(product.process.pid) - cpuBefore) / 1_000;
  const lines = (await readFile(received, 'utf8')).trim().split('\n');
  const size = await db
    .selectFrom('post_emails')
    .select(sql<number>`octet_length(html)`.as('bytes'))
    .executeTakeFirstOrThrow();
  console.log(
    `${subscribers} emails of ${Math.round(size.bytes / 1_000)} kB in ${seconds.toFixed(1)} s: ${new Set(lines).size} received, ${lines.length - new Set(lines).size} twice`,
  );
  console.log(`Readers alone: ${times(alone)}; beside the sending: ${times(beside)}`);
  console.log(`CPU time of the product: ${cpu.toFixed(1)} s`);
  console.log(`Memory: ${Math.round((peak - before) / 1e6)} MB more at most`);
  agent.destroy();
} finally {
  await product.stop();
  mail.signal('SIGTERM');
  await mail.exited;
  await rm(folder, { recursive: true, force: true });
}

function times(samples: readonly number[]): string {
  return [0.5, 0.99].map((share) => `p${share * 100} ${percentile(samples, share).toFixed(1)} ms`).join(', ');
}

/** Response times of readers at even intervals while `work` goes on. Milliseconds. */
async function readFor(read: () => Promise<number>, work: () => Promise<void>): Promise<number[]> {
  const samples: Promise<number>[] = [];
  const timer = setInterval(() => void samples.push(read()), 1_000 / readers);
  await work();
  clearInterval(timer);
  return Promise.all(samples);
}

function readOnce(agent: Agent, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    get(address, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - started));
    }).on('error', reject);
  });
}
