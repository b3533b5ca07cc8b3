import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Site, SiteOptions } from './site.ts';
import type { Visitors } from './visitors.ts';

/** How much of a failure there is: `short` in `npm test`, `long` in `npm run test:faults`. */
export type Amount = 'short' | 'long';

/** Events while the failure was there. */
export type Strike = {
  /** `performance.now()` of the end of the failure: the recovery is measured from here. */
  endedAt: number;
  /** Figures for the table. */
  notes?: string[];
  /** Promises that were broken, a message each. */
  failures?: string[];
};

/** Something that goes wrong with a machine while people write and read. */
export type Failure = {
  name: string;
  /** Repetitions on one installation, each with the whole ledger checked after it; 0 leaves it out. */
  rounds: Record<Amount, number>;
  site?: SiteOptions;
  /** The program that this machine lacks to try it; null where it can. */
  missing?: () => string | null;
  /** Lets it happen, and end. The visitors write and read meanwhile. */
  strike: (site: Site, visitors: Visitors, amount: Amount) => Promise<Strike>;
};

/** The result of all rounds of one failure. */
export type Outcome = {
  failure: string;
  rounds: number;
  /** Writes that were answered with success. */
  acknowledged: number;
  /** Acknowledged writes that are not stored, by name. */
  lost: string[];
  /** Writes that are stored more often than they were sent. */
  duplicated: string[];
  /** From the end of the failure until a write of every kind was acknowledged, the longest of all rounds. */
  recoverySeconds: number;
  notes: string[];
  failures: string[];
};

/** True if a control group of a kind can be made; a machine may show their folder and refuse it. */
export function canMakeFolder(root: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(root, 'anyforge-probe-')));
    return true;
  } catch {
    return false;
  }
}

/** Removes a control group once its processes have ended. */
export async function removeGroup(group: string): Promise<void> {
  for (let attempt = 0; attempt < 50 && existsSync(group); attempt += 1) {
    await rmdir(group).catch(() => sleep(100));
  }
}
