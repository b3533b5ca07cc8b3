import { clockJumps } from './clock.ts';
import { manyConnections } from './connections.ts';
import { diskFaults } from './disk.ts';
import type { Fault } from './fault.ts';
import { fileHandles } from './file-handles.ts';
import { kills } from './kills.ts';
import { memoryLimits } from './memory.ts';
import { overloads } from './overload.ts';
import { silentDatabase } from './silent-database.ts';
import { slowDisk } from './slow-disk.ts';
import { soaks } from './soak.ts';

/** What happens to a site on a machine that is well. Neighbors with the same site share one installation. */
export const faultsOfTheSite: readonly Fault[] = [
  ...kills,
  ...silentDatabase,
  ...overloads,
  ...manyConnections,
  ...soaks,
  ...diskFaults,
];

/** Each needs an installation of its own, on a machine with a limit or a fault. */
export const faultsOfTheMachine: readonly Fault[] = [
  ...slowDisk,
  ...clockJumps,
  ...fileHandles,
  ...memoryLimits,
];

export const faults: readonly Fault[] = [...faultsOfTheSite, ...faultsOfTheMachine];
