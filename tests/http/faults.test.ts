import { describe, expect, test } from 'vitest';

import { faults } from '#tests/faults/faults.ts';
import { groupBySite, runFaults } from '#tests/faults/run-faults.ts';

/**
 * Every fault in its short form: one round under writes of every kind, after which each acknowledged write is stored once.
 * `npm run test:faults` is the long form.
 */
describe.each(groupBySite(faults).map((group) => [group.map(({ name }) => name).join(', '), group] as const))(
  '%s',
  { timeout: 180_000 },
  (_, group) => {
    const missing = group.map((fault) => fault.missing?.() ?? null).find((reason) => reason !== null);
    test.skipIf(missing !== undefined)(
      `loses and repeats nothing, and writes come back${missing === undefined ? '' : ` (left out: ${missing})`}`,
      async () => {
        for (const { fault, lost, duplicated, failures, acknowledged } of await runFaults(group, {
          amount: 'short',
        })) {
          expect([fault, lost, duplicated, failures]).toEqual([fault, [], [], []]);
          expect(acknowledged).toBeGreaterThan(0);
        }
      },
    );
  },
);
