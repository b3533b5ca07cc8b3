import { createServer } from 'node:http';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { noEmail } from '#domain/email/mailer.ts';
import { createDelivery, createEmailCheck } from './delivery.ts';
import { listen } from '#server/http/port.ts';

const origin = 'https://firm.test';
const contactEmail = 'inbox@firm.test';
const signal = AbortSignal.timeout(10_000);

let status: number;
let port: number;
const received: unknown[] = [];
const service = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    received.push(JSON.parse(body));
    response.writeHead(status).end('The template ID is unknown');
  });
});

beforeAll(async () => {
  port = await listen(service, { host: '127.0.0.1', port: 0 });
});
afterAll(() => {
  service.close();
  service.closeAllConnections();
});
beforeEach(() => {
  received.length = 0;
});

/** As the settings name the email-sending service. */
function checkOfService() {
  const email = {
    transport: 'emailjs' as const,
    endpoint: `http://127.0.0.1:${port}/`,
    userId: 'a user',
    serviceId: 'a service',
    contactTemplateId: 'a contact template',
    jvTemplateId: 'a JV template',
  };
  const delivery = createDelivery({ email, contactEmail, origin }, noEmail);
  return createEmailCheck({ email, contactEmail, origin }, { mail: noEmail, delivery });
}

test('a test message by the service is a contact message, with everything that the settings name', async () => {
  status = 200;
  const check = checkOfService();
  await check.sendTest(signal);
  expect([check.transport, check.recipient]).toEqual(['emailjs', contactEmail]);
  expect(received).toMatchObject([
    {
      user_id: 'a user',
      service_id: 'a service',
      template_id: 'a contact template',
      template_params: { to_email: contactEmail, from_email: contactEmail, subject: 'A test message' },
    },
  ]);
});

test('what is wrong with the service is said in its own words', async () => {
  status = 400;
  await expect(checkOfService().sendTest(signal)).rejects.toMatchObject({
    message: 'The email service answered 400',
    cause: 'The template ID is unknown',
  });
});

test('where no email is set up nothing is sent', async () => {
  const email = { transport: 'none' } as const;
  const delivery = createDelivery({ email, contactEmail, origin }, noEmail);
  expect(delivery).toBeNull();
  const check = createEmailCheck({ email, contactEmail, origin }, { mail: noEmail, delivery });
  expect([check.transport, check.recipient]).toEqual(['none', contactEmail]);
  await expect(check.sendTest(signal)).rejects.toThrow('No email is set up.');
});
