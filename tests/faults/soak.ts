import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';
import { failedPages, pageTimes } from './page-failures.ts';
import { childrenOf, read, type Site } from './site.ts';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 30);

type Sample = { hours: number } & Record<Figure, number>;
type Figure = keyof typeof maxPerHour;

/** Resources of the site while visitors write and read, and by how much that grows in an hour. */
export const soak: Failure = {
  name: 'soak',
  rounds: { short: 0, long: 1 },
  strike: async (site, visitors) => {
    const began = performance.now();
    const until = began + minutes * 60_000;
    const samples: Sample[] = [];
    while (performance.now() < until) {
      samples.push(sample(site, (performance.now() - began) / 3_600_000));
      await sleep(5_000);
    }
    const endedAt = performance.now();
    const reads = visitors.readsSince(began);
    // The first half fills caches and pools.
    const later = samples.slice(Math.floor(samples.length / 2));
    const last = later.at(-1);
    const names = Object.keys(maxPerHour) as Figure[]; // keys of the object itself
    const figures = names.map((name) => ({
      name,
      perHour: slope(later.map((one) => [one.hours, one[name]])),
      last: last?.[name] ?? 0,
    }));
    const grows = figures.filter(({ name, perHour }) => perHour > maxPerHour[name]);
    return {
      endedAt,
      failures: [
        ...failedPages(reads),
        ...grows.map(({ name, perHour }) => `The ${name} grow by ${perHour.toFixed(1)} an hour.`),
        ...((last?.connections ?? 0) > maxConnections ? [`${last?.connections} connections are open.`] : []),
      ],
      notes: [
        `${((endedAt - began) / 60_000).toFixed(1)} minutes`,
        ...figures.map(
          ({ name, perHour, last: now }) =>
            `${now.toFixed(0)} ${name}, ${perHour >= 0 ? '+' : ''}${perHour.toFixed(1)} an hour`,
        ),
        pageTimes(reads),
      ],
    };
  },
};

/** Above these the site would need a restart within a week; PostgreSQL's shared memory has a size, which it fills. */
const maxPerHour = {
  megabytes: 40,
  'private megabytes of PostgreSQL': 40,
  'shared megabytes of PostgreSQL': Infinity,
  handles: 5,
  connections: 2,
};
/** The pool, and the one that asks what changed. */
const maxConnections = 13;

function sample(site: Site, hours: number): Sample {
  const database = site.databasePids();
  const pids = [site.pid(), ...childrenOf(site.pid()).filter((pid) => !database.includes(pid))];
  return {
    hours,
    megabytes: sum(pids.map((pid) => megabytesOf(pid, 'Pss'))),
    'private megabytes of PostgreSQL': sum(database.map((pid) => megabytesOf(pid, 'Pss_Anon'))),
    'shared megabytes of PostgreSQL': sum(database.map((pid) => megabytesOf(pid, 'Pss_Shmem'))),
    handles: sum(pids.map(handlesOf)),
    connections: database.filter((pid) => /^postgres: .*\[local\]/.test(read(`/proc/${pid}/cmdline`))).length,
  };
}

/** Memory of one kind, with what several processes share divided among them. */
function megabytesOf(pid: number, kind: 'Pss' | 'Pss_Anon' | 'Pss_Shmem'): number {
  return (
    Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024
  );
}

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** Slope of the line with the least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = sum(points.map(([x]) => x)) / points.length;
  const meanY = sum(points.map(([, y]) => y)) / points.length;
  const spread = sum(points.map(([x]) => (x - meanX) ** 2));
  return spread === 0 ? 0 : sum(points.map(([x, y]) => (x - meanX) * (y - meanY))) / spread;
}
