import { createServer } from 'node:http';

import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

import { listen } from '#server/http/port.ts';

const eventBody = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  text: z.string(),
  data: z.record(z.string(), z.string().nullable()),
});

type Answer = { status: number; headers?: Record<string, string> };

export type ReceivedEvent = z.output<typeof eventBody> & { id: string };

/**
 * A receiver of webhooks that checks what comes by the library of the Standard Webhooks specification.
 * @param answer its status, and headers
 */
export async function startWebhookReceiver(
  secret: () => string,
  answer: () => Answer | Promise<Answer> = () => ({ status: 204 }),
) {
  const received: ReceivedEvent[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    try {
      const body = new Webhook(secret()).verify(Buffer.concat(parts).toString('utf8'), headers);
      received.push({ ...eventBody.parse(body), id: headers['webhook-id'] ?? '' });
      const { status, headers: sent } = await answer();
      response.writeHead(status, sent).end(status >= 400 ? 'Not\u0000 now.' : '');
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
