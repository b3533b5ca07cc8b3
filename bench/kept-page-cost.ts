import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { openConnection, type RawAnswer } from './connection.ts';
import { cpuTimeOf } from './cpu-time.ts';

/** A bare node:http server that answers every request with these bytes and headers. */
export async function startBareServer({
  head,
  body,
}: RawAnswer): Promise<{ port: number; process: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'file-server.ts'));
  child.send({ head, body: body.toString('base64') });
  const [told] = (await once(child, 'message')) as [{ port: number }];
  return { port: told.port, process: child };
}

/**
 * The CPU time that a bare node:http server takes for a kept page of the same bytes, as a share of what the product takes:
 * 1 is the limit of the machine. Unlike a rate it does not depend on what else the machine does.
 *
 * @param product with one process for requests; its page at `path` is kept
 * @returns the ratio of the least costs of all rounds, the two one after the other in each: other work only adds to them
 */
export async function keptPageCost(
  product: { port: number; pid: number },
  path: string,
  { rounds, requests }: { rounds: number; requests: number },
): Promise<number> {
  const connection = await openConnection(product.port);
  await connection.get(path);
  const bare = await startBareServer(await connection.get(path));
  connection.close();
  const cost = async (server: { port: number; pid: number }) => {
    const before = cpuTimeOf(server.pid);
    await ask(server.port, path, requests);
    return cpuTimeOf(server.pid) - before;
  };
  let [ours, limit] = [Infinity, Infinity];
  try {
    // The first round lets Node compile.
    for (let round = 0; round <= rounds; round += 1) {
      ours = Math.min(ours, await cost(product));
      limit = Math.min(limit, await cost({ port: bare.port, pid: bare.process.pid ?? 0 }));
    }
    return limit / ours;
  } finally {
    bare.process.kill();
  }
}

/** So many requests by sixteen connections. */
async function ask(port: number, path: string, requests: number): Promise<void> {
  const connections = await Promise.all(Array.from({ length: 16 }, () => openConnection(port)));
  let left = requests;
  await Promise.all(
    connections.map(async (connection) => {
      for (; left > 0; left -= 1) {
        const { status } = await connection.get(path);
        if (status !== 200) throw new Error(`${path} answered ${status}.`);
      }
      connection.close();
    }),
  );
}
