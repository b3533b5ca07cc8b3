import { createServer } from 'node:net';

import { listen } from '#server/http/port.ts';

/** A port of `host` that nothing listens on now. */
export async function findFreePort(host: string): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, { host, port: 0 });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
