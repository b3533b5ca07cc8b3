import { clockJumps, wrongClock, wrongClockAtStart } from './clock.ts';
import { manyConnections, tooFewFileHandles } from './connections.ts';
import { fullDisk, readOnlyDisk, slowDisk } from './disk.ts';
import type { Failure } from './failure.ts';
import { brokenGuards } from './guards.ts';
import { hungMount } from './hung-mount.ts';
import { memoryLimits } from './memory.ts';
import { killsOfTheOutbox } from './outbox.ts';
import { overloads } from './overload.ts';
import { kills, silentDatabase } from './signals.ts';
import { soak } from './soak.ts';

/** Failures that happen to a site on a machine that is well. Neighbors with the same site share one installation. */
export const failuresOfTheSite: readonly Failure[] = [
  ...kills,
  silentDatabase,
  ...overloads,
  manyConnections,
  tooFewFileHandles,
  soak,
  fullDisk,
  readOnlyDisk,
];

/** Each needs an installation of its own, on a machine with a limit or a failure. */
export const failuresOfTheMachine: readonly Failure[] = [
  slowDisk,
  clockJumps,
  wrongClockAtStart,
  wrongClock,
  hungMount,
  ...killsOfTheOutbox,
  ...brokenGuards,
  ...memoryLimits,
];

export const everyFailure: readonly Failure[] = [...failuresOfTheSite, ...failuresOfTheMachine];
