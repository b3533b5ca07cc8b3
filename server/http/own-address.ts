import { createServer, type Server } from 'node:net';

import { errorCode } from '#db/database-error.ts';
import { StartError } from '../settings/start-error.ts';
import { listen } from './port.ts';
import { urlHost, type Config } from '../settings/config.ts';

/**
 * Where this installation listens, and under which origin visitors find it.
 * @throws StartError when another program listens there, or this user may not
 */
export async function findOwnAddress({
  host,
  port: wanted,
  siteUrl,
}: Pick<Config, 'host' | 'port' | 'siteUrl'>): Promise<{ port: number; origin: string }> {
  const probe = createServer();
  const port = await listenOrExplain(probe, host, wanted);
  await new Promise((resolve) => probe.close(resolve));
  return { port, origin: siteUrl.isConfigured ? siteUrl.origin : `http://${urlHost(host)}:${port}` };
}

/**
 * Takes connections from now on.
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
    const message =
      code === 'EADDRINUSE'
        ? `Port ${port} of ${host} is already in use. Stop the other program, or set ${setting} to another number.`
        : code === 'EACCES'
          ? `This user may not listen on port ${port}. Set ${setting} to a number above 1023.`
          : `Cannot listen on ${setting} ${port} of ${host}: ${String(error)}`;
    throw new StartError(message, { cause: error });
  }
}
