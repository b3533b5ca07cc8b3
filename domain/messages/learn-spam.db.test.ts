import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { countLockWaits, test } from '#tests/database.ts';
import { contactMessage, contextAs } from '#tests/factories.ts';
import { getMessage } from './get-message.ts';
import { fileAsSpam, takeOutOfSpam } from './handle-message.ts';
import { learn } from './learn-spam.ts';
import { sendContactMessage } from './store-message.ts';

/** Stores a message and finds why it is in spam, as its screen shows it. */
async function send(ctx: DomainContext, message: string, fields: Record<string, string> = {}) {
  await sendContactMessage(ctx, contactMessage({ subject: 'Hello', message, elapsed: '9000', ...fields }));
  const row = ctx.db.selectFrom('messages').select(['id', 'spam_reason']).where('message', '=', message);
  const { id } = await row.executeTakeFirstOrThrow();
  return { id, reason: (await getMessage(ctx, id)).spamReason };
}

const countsIn = ({ db }: DomainContext) =>
  db.selectFrom('spam_counts').selectAll().orderBy('sign').execute();

test('ordinary advertisements go to spam on the first day, and the message says why', async ({
  admin: ctx,
}) => {
  const noScript = { elapsed: '' };
  const cheap = await send(ctx, 'Buy cheap SEO services https://seo.example', noScript);
  expect(cheap.reason).toMatch(/\(seo, cheap; sent without a browser\)$/);
  const links = await send(ctx, 'DA90 guest posts, crypto casino backlinks');
  expect(links.reason).toMatch(/\((?=.*casino)(?=.*backlinks)[^;]*\)$/);
  expect(
    (await send(ctx, 'We run an SEO agency and need a planner. See https://us.example', noScript)).reason,
  ).toBeNull();
});

test('Move to spam teaches the site, once for each message, and Not spam takes it back', async ({
  admin: ctx,
}) => {
  const pitch = (n: number) => `Wholesale gazebos for your garden, ${'x'.repeat(n)}, https://gazebo.example`;
  for (let n = 1; n <= 12; n += 1) {
    await send(ctx, `Our harbor needs a plan for ferries, the berth is number ${'y'.repeat(n)}.`);
  }
  const ids: string[] = [];
  for (let n = 1; n <= 8; n += 1) ids.push((await send(ctx, pitch(n))).id);
  for (const id of ids) {
    await fileAsSpam(ctx, id);
    await fileAsSpam(ctx, id);
  }
  const learned = await countsIn(ctx);
  expect(Math.max(...learned.map(({ spam }) => spam))).toBe(8);
  // For each mark, a message that was left in the inbox counts as genuine.
  expect(Math.max(...learned.map(({ genuine }) => genuine))).toBe(8);
  expect(Object.keys(learned[0] ?? {})).toEqual(['sign', 'spam', 'genuine']);
  expect((await send(ctx, pitch(20))).reason).toMatch(/gazebo\.example/);
  expect((await send(ctx, 'Our ferries need a berth plan.')).reason).toBeNull();

  for (const id of ids) await takeOutOfSpam(ctx, id);
  const unlearned = await countsIn(ctx);
  expect(unlearned.filter(({ spam }) => spam > 0)).toEqual([]);
  expect(Math.max(...unlearned.map(({ genuine }) => genuine))).toBe(16);
  expect((await send(ctx, pitch(21))).reason).toBeNull();
});

test('two administrators who mark spam at the same moment do not stop each other', async ({
  own: { db },
}) => {
  const ctx = await contextAs(db, 'admin');
  const words = (start: string) => Array.from({ length: 40 }, (_, n) => start.repeat(n + 2)).join(' ');
  for (const text of [words('a'), words('b'), `${words('b')} c`]) await send(ctx, text);
  const messages = await db.selectFrom('messages').selectAll().orderBy('created_at').execute();
  const [first, second, third] = messages.map((one) => (trx: Database) => learn(trx, one, 'spam'));
  const trx = await db.startTransaction().execute();
  await first?.(trx);
  const other = db.transaction().execute(async (waiting) => second?.(waiting));
  await expect.poll(() => countLockWaits(db)).toBe(1);
  await third?.(trx);
  await trx.commit().execute();
  await other;
  expect(Math.max(...(await countsIn(ctx)).map(({ spam }) => spam))).toBe(3);
});
