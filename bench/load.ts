import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';

import { throughput } from './throughput.ts';

export type LoadGenerator = {
  name: string;
  /** Responses per second to `connections` connections, each with one open request at a time. */
  measure: (
    port: number,
    path: string,
    load: { connections: number; milliseconds: number },
  ) => Promise<number>;
};

/** `wrk` where the machine has it: it takes a fraction of what our own generator takes of a core. */
export function findLoadGenerator(): LoadGenerator {
  const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
  return hasWrk ? { name: 'wrk', measure: runWrk } : { name: 'bench/throughput.ts', measure: throughput };
}

async function runWrk(
  port: number,
  path: string,
  { connections, milliseconds }: { connections: number; milliseconds: number },
): Promise<number> {
  const args = ['-t1', `-c${connections}`, `-d${Math.max(1, Math.round(milliseconds / 1000))}s`];
  const headers = ['-H', 'Accept-Encoding: gzip, deflate, br', '-H', 'Accept: text/html'];
  const child = spawn('wrk', [...args, ...headers, `http://127.0.0.1:${port}${path}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  if (!(rate > 0) || output.includes('Non-2xx')) throw new Error(output);
  return rate;
}
