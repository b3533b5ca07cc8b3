import { createServer } from 'node:http';
import { listen } from '#server/http/port.ts';

export type SlowFront = {
  origin: string;
  /** From now on what is asked of this path waits; the returned function lets it go. */
  hold: (path: string) => () => void;
  stop: () => Promise<void>;
};

/** A server in front of the product that can be as slow as a test wants it: for GET only, it passes on no body. */
export async function startSlowFront(product: { origin: string }): Promise<SlowFront> {
  const held = new Map<string, Promise<void>>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const pass = async () => {
      await held.get(path);
      const answer = await fetch(product.origin + path, { redirect: 'manual' });
      const headers = Object.fromEntries(
        [...answer.headers].filter(
          ([name]) => !/^(?:content-encoding|content-length|connection|keep-alive)$/.test(name),
        ),
      );
      response.writeHead(answer.status, headers);
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    pass().catch(() => response.destroy());
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    origin: `http://127.0.0.1:${port}`,
    hold(path) {
      const gate = Promise.withResolvers<void>();
      held.set(path, gate.promise);
      return () => {
        held.delete(path);
        gate.resolve();
      };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
