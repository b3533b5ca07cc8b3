import { createServer, type Server } from 'node:net';

import { errorCode } from '#db/database-error.ts';
import { StartError } from './database.ts';
import { findFreePort, listen } from './http/listen.ts';
import { urlHost, type Config } from './config.ts';

/** Where this installation listens, and under which origin visitors find it. */
export type OwnAddress = { readonly port: number; readonly origin: string };

export async function findOwnAddress({
  host,
  port: wanted,
  siteUrl,
}: Pick<Config, 'host' | 'port' | 'siteUrl'>): Promise<OwnAddress> {
  const port = wanted === 0 ? await findFreePort(host) : wanted;
  return { port, origin: siteUrl.isConfigured ? siteUrl.origin : `http://${urlHost(host)}:${port}` };
}

/** @throws StartError when another program listens there, or this user may not */
export async function assertAddressIsFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await listenOrExplain(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Takes connections from now on.
 * @param setting that names the port
 * @returns the port
 * @throws StartError when that is not possible
 */
export async function listenOrExplain(
  server: Server,
  host: string,
  port: number,
  setting: 'PORT' | 'METRICS_PORT' = 'PORT',
): Promise<number> {
  try {
    return await listen(server, { host, port });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} of ${host} is already in use. Stop the other program, or set ${setting} to another number.`,
        { cause: error },
      );
    }
    if (code === 'EACCES') {
      throw new StartError(
        `This user may not listen on port ${port}. Set ${setting} to a number above 1023.`,
        {
          cause: error,
        },
      );
    }
    throw new StartError(`Cannot listen on ${setting} ${port} of ${host}: ${String(error)}`, {
      cause: error,
    });
  }
}
