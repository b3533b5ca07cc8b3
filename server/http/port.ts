import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Resolves to the port once connections are taken; rejects when the address is not to be had. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('The server listens on no port.');
  return address.port;
}
