import { describe, expect, test } from 'vitest';

import type { Fault } from './fault.ts';
import { groupBySite, runFaults } from './run-faults.ts';

/** A test for each installation: one round of every fault, after which each acknowledged write is stored once. */
export function testShortForms(faults: readonly Fault[]): void {
  const groups = groupBySite(faults.filter(({ rounds }) => rounds.short > 0)).map(
    (group) => [group.map(({ name }) => name).join(', '), group] as const,
  );
  describe.each(groups)('%s', { timeout: 180_000 }, (_, group) => {
    const missing = group.map((fault) => fault.missing?.() ?? null).find((reason) => reason !== null);
    const note = missing === undefined ? '' : ` (left out: ${missing})`;
    test.skipIf(missing !== undefined)(`loses and repeats nothing, and writes come back${note}`, async () => {
      for (const outcome of await runFaults(group, { amount: 'short' })) {
        const { fault, lost, duplicated, failures, acknowledged } = outcome;
        expect([fault, lost, duplicated, failures]).toEqual([fault, [], [], []]);
        expect(acknowledged).toBeGreaterThan(0);
      }
    });
  });
}
