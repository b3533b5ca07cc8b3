import { expect, test } from 'vitest';

import { runUpgrades } from '#tests/upgrades/failing-upgrades.ts';

test('an upgrade succeeds, or release and data are as before, and no acknowledged write is lost', async () => {
  const rounds = await runUpgrades(
    [
      { failure: 'none', killAfter: 0 },
      { failure: 'the release starts only where it is tried', killAfter: 0 },
      { failure: 'the command is killed when visitors are back', killAfter: null },
      { failure: 'the command is killed', killAfter: 12_000 },
    ],
    () => {},
  );
  expect(rounds.map(({ lost, duplicated, emptyPages }) => ({ lost, duplicated, emptyPages }))).toEqual(
    rounds.map(() => ({ lost: 0, duplicated: 0, emptyPages: 0 })),
  );
  expect(rounds[0]).toMatchObject({ from: 'first', to: 'release-1' });
  expect(rounds[1]).toMatchObject({ from: 'release-1', to: 'release-1' });
  expect(rounds[2]).toMatchObject({ from: 'release-1', to: 'release-3' });
  expect(rounds.filter(({ secondsUntilBack }) => (secondsUntilBack ?? 0) > 60)).toEqual([]);
  expect(rounds.at(-1)?.acknowledged).toBeGreaterThan(10);
}, 600_000);
