import { afterAll, beforeAll, expect, test } from 'vitest';

import { createEmailDelivery } from '../email/delivery.ts';
import { createSmtpMailer } from '#adapters/email-by-smtp.ts';
import { sendContactMessage } from '#domain/messages/store-message.ts';
import { useDatabase } from '#tests/database.ts';
import { contactMessage, contextOn } from '#tests/factories.ts';
import { startMailServer, type MailServerFailure, type MailServer } from '#tests/mail-server.ts';
import { startDeliveries } from '#tests/jobs.ts';
import type { RepeatedJob } from '../scheduling/repeat-job.ts';

const to = 'inbox@firm.test';

const database = useDatabase();
let mailServer: MailServer;
let outbox: RepeatedJob;
let failure: MailServerFailure | null = { at: 'greeting', is: 'says nothing' };
let steps = 0;

beforeAll(async () => {
  mailServer = await startMailServer({
    failure: () => {
      steps += 1;
      return failure;
    },
  });
  const mail = createSmtpMailer({ url: mailServer.url, from: () => ({ name: 'Anyforge', address: to }) });
  const delivery = createEmailDelivery({ mail, to, origin: 'https://firm.test' });
  outbox = startDeliveries(contextOn(database.db, { mail }), delivery);
});
afterAll(async () => {
  // Ends the delivery that waits for it.
  await mailServer.stop();
  await outbox.stop();
});

test('a delivery that waits for a silent mail server does not delay later ones', async () => {
  const ctx = contextOn(database.db, { deliversMessages: true, jobAdded: outbox.wake });
  const send = (message: string) => sendContactMessage(ctx, contactMessage({ message }));
  await send('stuck');
  await expect.poll(() => steps).toBe(1);
  failure = null;
  for (const message of ['one', 'two']) {
    await send(message);
    await mailServer.next(to, message);
  }
  expect(mailServer.received).toHaveLength(2);
});
