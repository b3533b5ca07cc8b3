import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';

import { createClient } from '#tests/client.ts';
import { contactMessage } from '#tests/factories.ts';
import { isLong } from '#tests/long.ts';
import { copiesIn, useMailServer, type MailServerFailure } from '#tests/mail-server.ts';
import { useProduct, type RunningProduct } from '#tests/product.ts';

/**
 * Messages on two instances with one database while the mail server, the network or an instance fails: how many were
 * sent, stored, delivered, and delivered twice.
 */

const minute = 60_000;
const deliveries = isLong ? 1_000 : 200;
/** Longer than the lease of an email that a frozen instance has claimed only in the long form. */
const frozenFor = isLong ? minute : 3_000;

let failure: MailServerFailure | null;
const mail = useMailServer({ failure: () => failure });
const first = useProduct(() => mail.settings);
const second = useProduct(() => mail.settings, first);

beforeEach(async () => {
  failure = null;
  mail.received.length = 0;
  await sql`truncate messages, jobs cascade`.execute(first.database.db);
});

/** Sends the contact form. */
const send = (product: RunningProduct, message: string) =>
  createClient(product).post('/contact', contactMessage({ message }));

/** Sends the contact form over a connection that breaks before any answer comes. */
function sendAndHangUp(product: RunningProduct, text: string): Promise<void> {
  return new Promise((resolve) => {
    const call = request(`${product.origin}/contact`, {
      method: 'POST',
      headers: { origin: product.origin, 'content-type': 'application/x-www-form-urlencoded' },
    });
    call.on('error', () => {});
    call.on('close', resolve);
    call.end(new URLSearchParams(contactMessage({ message: text })).toString(), () =>
      setTimeout(() => call.destroy(), 5),
    );
  });
}

async function count(table: 'messages' | 'jobs', where = sql<boolean>`true`): Promise<number> {
  const { n } = await first.database.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(where)
    .executeTakeFirstOrThrow();
  return n;
}

const unsent = () => count('jobs', sql`task = 'delivery' and done_at is null`);

test('pressed twice, on two instances, and again after the network was cut: one message, one mail', async () => {
  const pressed = send(first, 'twice');
  await sleep(100);
  const answers = await Promise.all([pressed, send(second, 'twice')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await sendAndHangUp(first, 'cut');
  expect((await send(second, 'cut')).status).toBe(200);
  await expect.poll(() => mail.received.length).toBe(2);
  await expect.poll(unsent).toBe(0);
  expect([await count('messages'), copiesIn(mail)]).toEqual([2, [1, 1]]);
});

test(
  `${deliveries} deliveries, one instance killed and the other frozen in the middle: none lost, and twice at most what the killed one had in hand`,
  async ({ annotate }) => {
    // Slow enough that something is always under way.
    failure = { at: 'end', is: { milliseconds: 30 } };
    const { db } = first.database;
    await sql`
    insert into messages (kind, name, email, subject, message, content_hash, text_hash)
    select 'contact', 'N', 'n@visitor.test', 'S', n::text, sha256(n::text::bytea), sha256(n::text::bytea)
    from generate_series(1, ${deliveries}::int) n`.execute(db);
    await sql`insert into jobs (task, message_id) select 'delivery', id from messages`.execute(db);
    // A message that is sent wakes an instance, which would look again after seconds.
    await Promise.all([send(first, 'wakes the first'), send(second, 'wakes the second')]);

    const arrived = async (n: number) => {
      while (mail.received.length <= n) await sleep(20);
    };
    await arrived(deliveries / 5);
    const restart = await first.kill();
    await arrived((2 * deliveries) / 5);
    second.signal('SIGSTOP');
    const frozen = sleep(frozenFor).then(() => second.signal('SIGCONT'));
    await restart();
    await frozen;
    if (!isLong) {
      // A delivery in the hand of the killed one waits for its lease, which domain/messages/messages.db.test.ts tests.
      await expect.poll(unsent, { timeout: minute }).toBeLessThanOrEqual(4);
      await sleep(500);
      await sql`update jobs set run_at = now() where done_at is null`.execute(db);
      await send(first, 'wakes it again');
    }
    await expect.poll(unsent, { timeout: 4 * minute, interval: 500 }).toBe(0);

    const all = copiesIn(mail);
    const twice = all.filter((n) => n > 1).length;
    await annotate(`${all.length} of ${deliveries} arrived, ${twice} twice`);
    expect(all).toHaveLength(deliveries + (isLong ? 2 : 3));
    expect(Math.max(...all)).toBeLessThanOrEqual(2);
    expect(twice).toBeLessThanOrEqual(4);
  },
  8 * minute,
);
