import { describe, expect, test } from 'vitest';

import { leftOutFor } from '../programs.ts';
import type { Failure } from './failure.ts';
import { groupBySite, runFailures } from './run-failures.ts';

/** A test for each installation: one round of every failure, after which each acknowledged write is stored once. */
export function testShortForms(all: readonly Failure[]): void {
  const groups = groupBySite(all.filter(({ rounds }) => rounds.short > 0)).map(
    (group) => [group.map(({ name }) => name).join(', '), group] as const,
  );
  describe.each(groups)('%s', (_, group) => {
    const { isMissing, note } = leftOutFor(
      group.map((failure) => failure.missing?.() ?? '').find((reason) => reason !== '') ?? '',
    );
    test.skipIf(isMissing)(
      `loses and repeats nothing, and writes come back${note}`,
      { timeout: 180_000 * group.length },
      async () => {
        for (const outcome of await runFailures(group, { amount: 'short' })) {
          const { failure, lost, duplicated, failures, acknowledged } = outcome;
          expect([failure, lost, duplicated, failures]).toEqual([failure, [], [], []]);
          expect(acknowledged).toBeGreaterThan(0);
        }
      },
    );
  });
}
