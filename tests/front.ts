import { createServer, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

import { listen } from '#server/http/port.ts';

export type Front = Awaited<ReturnType<typeof startFront>>;

/**
 * A server in front of the product that passes on everything, and can be as slow as a test wants it.
 * @param change changes the headers of a request; `host` is that of the front
 */
export async function startFront(
  target: string,
  change: (sent: IncomingHttpHeaders, host: string) => OutgoingHttpHeaders = (sent) => ({
    ...sent,
    host: new URL(target).host,
  }),
) {
  const held = new Map<(path: string) => boolean, Promise<void>>();
  const server = createServer((asked, answer) => {
    const { method, url: path = '/', headers } = asked;
    const pass = async () => {
      for (const [isHeld, released] of held) if (isHeld(path)) await released;
      const sent = request(target, { method, path, headers: change(headers, `localhost:${port}`) }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      sent.on('error', () => answer.destroy());
      asked.pipe(sent);
    };
    void pass();
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    /** From now on what is asked of these paths waits; the returned function lets it go. */
    hold(isHeld: (path: string) => boolean) {
      const gate = Promise.withResolvers<void>();
      held.set(isHeld, gate.promise);
      return () => {
        held.delete(isHeld);
        gate.resolve();
      };
    },
    stop(): Promise<void> {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
