import { clockJumps } from './clock.ts';
import { manyConnections } from './connections.ts';
import { diskFailures } from './disk.ts';
import type { Failure } from './failure.ts';
import { fileHandles } from './file-handles.ts';
import { kills } from './kills.ts';
import { memoryLimits } from './memory.ts';
import { overloads } from './overload.ts';
import { silentDatabase } from './silent-database.ts';
import { slowDisk } from './slow-disk.ts';
import { soaks } from './soak.ts';

/** What happens to a site on a machine that is well. Neighbors with the same site share one installation. */
export const failuresOfTheSite: readonly Failure[] = [
  ...kills,
  ...silentDatabase,
  ...overloads,
  ...manyConnections,
  ...fileHandles,
  ...soaks,
  ...diskFailures,
];

/** Each needs an installation of its own, on a machine with a limit or a failure. */
export const failuresOfTheMachine: readonly Failure[] = [...slowDisk, ...clockJumps, ...memoryLimits];

export const everyFailure: readonly Failure[] = [...failuresOfTheSite, ...failuresOfTheMachine];
