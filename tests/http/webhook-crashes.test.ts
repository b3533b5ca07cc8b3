import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { deriveKey } from '#domain/core/secrets.ts';
import { createWebhook } from '#domain/webhooks/create-webhook.ts';
import { createClient, sessionSecret } from '#tests/client.ts';
import { contactMessage, contextAs } from '#tests/factories.ts';
import { isLong } from '#tests/long.ts';
import { useProduct } from '#tests/product.ts';
import { startWebhookReceiver } from '#tests/webhook-receiver.ts';

const product = useProduct({ WEBHOOK_HOSTS: '127.0.0.1' });
const kills = isLong ? 20 : 4;
let secret = '';
let onArrival: (() => Promise<void>) | null = null;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  receiver = await startWebhookReceiver(
    () => secret,
    async () => {
      await onArrival?.();
      return { status: 204 };
    },
  );
});
afterAll(() => receiver.stop());

test(
  `a server that is killed ${kills} times between event and delivery delivers every event, some twice with the same id`,
  { timeout: 300_000 },
  async () => {
    const { db } = product.database;
    const admin = await contextAs(db, 'admin', { deriveKey: (purpose) => deriveKey(sessionSecret, purpose) });
    secret = (await createWebhook(admin, { url: receiver.url, events: ['message.created'] })).secret;
    for (let kill = 0; kill < kills; kill += 1) {
      const message = contactMessage();
      const send = () => createClient(product).post('/contact', message);
      const { promise: killed, resolve } = Promise.withResolvers<() => Promise<void>>();
      let isSent = true;
      if (kill % 2 === 0) {
        expect((await send()).status).toBe(200);
        resolve(await product.kill());
      } else {
        // The receiver has it, and its answer is lost.
        onArrival = async () => {
          onArrival = null;
          resolve(await product.kill());
        };
        isSent = await send().then(
          ({ status }) => status === 200,
          () => false,
        );
      }
      const restart = await killed;
      await restart();
      // An event of a round before was what arrived.
      if (!isSent) expect((await send()).status).toBe(200);
    }
    await sql`update jobs set run_at = now() where task = 'webhook' and done_at is null`.execute(db);
    const messages = await db.selectFrom('messages').select('id').execute();
    const told = () => new Set(receiver.received.map(({ data }) => data['id']));
    await expect.poll(() => told().size, { timeout: 60_000 }).toBe(messages.length);
    // The last that was sent twice may come after the lease of its first sender.
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBeGreaterThan(kills);
    const ids = new Map(receiver.received.map(({ id, data }) => [id, data['id']]));
    console.log(
      `${messages.length} events, ${kills} kills: ${receiver.received.length} requests, ${ids.size} ids.`,
    );
    expect(messages).toHaveLength(kills);
    expect(told()).toEqual(new Set(messages.map(({ id }) => id)));
    expect(ids.size).toBe(kills);
  },
);
