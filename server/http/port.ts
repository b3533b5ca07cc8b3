import { createServer, type AddressInfo, type Server } from 'node:net';

/** Resolves to the port once connections are taken; rejects when the address is not to be had. */
export function listen(server: Server, address: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => {
      server.off('error', reject);
      resolve(portOf(server.address()));
    });
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('The server listens on no port.');
  return address.port;
}

/** A port of `host` that nothing listens on now. */
export async function findFreePort(host: string): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, { host, port: 0 });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
