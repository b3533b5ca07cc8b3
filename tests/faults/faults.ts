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

/** In the order in which they happen; neighbors with the same site share one installation. */
export const faults: readonly Fault[] = [
  ...kills,
  ...silentDatabase,
  ...overloads,
  ...manyConnections,
  ...soaks,
  ...diskFaults,
  ...slowDisk,
  ...clockJumps,
  ...fileHandles,
  ...memoryLimits,
];
