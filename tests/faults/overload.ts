import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';
import { failedPages, pageTimes } from './page-failures.ts';

/** Searches are never kept: each costs a statement and a page. */

type Answers = { accepted: number; refused: number; broken: number; others: number };

const overload = (times: number): Failure => ({
  name: `searches at ${times} times the capacity`,
  rounds: { short: 0, long: 5 },
  strike: async (site, visitors) => {
    const seconds = 10;
    const capacity = await searchesPerSecond(site.port, 2_000);
    const began = performance.now();
    const { accepted, refused, broken, others } = await searchAtARate(site.port, capacity * times, seconds);
    const endedAt = performance.now();
    const reads = visitors.readsSince(began).filter(({ at }) => at < endedAt);
    const failures = failedPages(reads);
    if (broken > 0) failures.push(`${broken} connections broke.`);
    if (others > 0) failures.push(`${others} searches had an answer other than 200 and 503.`);
    const share = (accepted / seconds / capacity) * 100;
    return {
      endedAt,
      failures,
      notes: [
        `capacity ${capacity.toFixed(0)}/s: ${accepted} accepted (${share.toFixed(0)} %), ${refused} refused`,
        pageTimes(reads),
      ],
    };
  },
});

/** Responses per second to four clients, each with one open request at a time. */
async function searchesPerSecond(port: number, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  let answers = 0;
  const ask = async () => {
    while (performance.now() - began < milliseconds) if ((await search(port, agent)) === 200) answers += 1;
  };
  await Promise.all(Array.from({ length: 4 }, ask));
  agent.destroy();
  return Math.max(10, (answers * 1_000) / (performance.now() - began));
}

/** At even intervals, whether or not earlier ones are answered. */
async function searchAtARate(port: number, perSecond: number, seconds: number): Promise<Answers> {
  const agent = new Agent({ keepAlive: true });
  const asked: Promise<number>[] = [];
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await sleep(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
    asked.push(search(port, agent, n));
  }
  const statuses = await Promise.all(asked);
  agent.destroy();
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  const [accepted, refused, broken] = [count(200), count(503), count(0)];
  return { accepted, refused, broken, others: statuses.length - accepted - refused - broken };
}

/** @returns the status; 0 where the connection broke */
function search(port: number, agent: Agent, n = 0): Promise<number> {
  return new Promise((resolve) => {
    const path = `/search?q=words&n=${n}`;
    const asked = request({ host: '127.0.0.1', port, path, agent, timeout: 60_000 }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(0));
    asked.end();
  });
}

export const overloads: readonly Failure[] = [1, 2, 4].map(overload);
