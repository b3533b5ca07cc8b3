import { setTimeout as sleep } from 'node:timers/promises';

import { postForm, storedPost } from '../factories.ts';
import type { Amount, Failure, Outcome } from './failure.ts';
import { balance } from './balance.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { startSite, type Site } from './site.ts';
import { sendVisitors } from './visitors.ts';

type Options = {
  amount: Amount;
  /** Instead of the number that each failure has. */
  rounds?: number | undefined;
  report?: (line: string) => void;
};

/**
 * Lets failures happen one after the other to one new installation, under writes of every kind, and balances the ledger after
 * each round.
 */
export async function runFailures(failures: readonly Failure[], options: Options): Promise<Outcome[]> {
  const site = await startSite(failures[0]?.site);
  try {
    const ledger = createLedger(await publishPost(site));
    const outcomes: Outcome[] = [];
    for (const failure of failures) outcomes.push(await runFailure(failure, { ...options, site, ledger }));
    return outcomes;
  } finally {
    await site.stop();
  }
}

/** @returns failures in groups with the same site */
export function groupBySite(failures: readonly Failure[]): Failure[][] {
  return [...Map.groupBy(failures, ({ site }) => site).values()];
}

async function runFailure(
  failure: Failure,
  { site, ledger, amount, rounds = failure.rounds[amount], report }: Options & { site: Site; ledger: Ledger },
): Promise<Outcome> {
  const before = await balance(site, ledger);
  const outcome: Outcome = {
    failure: failure.name,
    rounds: 0,
    acknowledged: 0,
    lost: [],
    duplicated: [],
    recoverySeconds: 0,
    notes: [],
    failures: [],
  };
  while (outcome.rounds < rounds) {
    const visitors = await sendVisitors(site, ledger, amount);
    const begin = async () => {
      await visitors.untilAllWritten(0);
      await visitors.untilPagesAreKept();
      // A moment of its own in each round.
      await sleep(Math.random() * (amount === 'short' ? 300 : 2_000));
      const strike = await failure.strike(site, visitors, amount);
      await visitors.untilAllWritten(strike.endedAt);
      return { ...strike, recoverySeconds: (performance.now() - strike.endedAt) / 1_000 };
    };
    const { notes = [], failures = [], recoverySeconds } = await begin().finally(visitors.stop);
    const after = await balance(site, ledger);
    outcome.rounds += 1;
    outcome.acknowledged = after.acknowledged - before.acknowledged;
    outcome.lost = after.lost.filter((name) => !before.lost.includes(name));
    outcome.duplicated = after.duplicated.filter((name) => !before.duplicated.includes(name));
    outcome.recoverySeconds = Math.max(outcome.recoverySeconds, recoverySeconds);
    outcome.notes.push(...notes);
    outcome.failures.push(...failures);
    if (visitors.emptyPages() > 0) outcome.failures.push(`${visitors.emptyPages()} pages were empty.`);
    report?.(
      [
        `${failure.name}, round ${outcome.rounds}: ${outcome.acknowledged} acknowledged, ${outcome.lost.length} lost, ` +
          `${outcome.duplicated.length} duplicated, recovered in ${recoverySeconds.toFixed(2)} s`,
        ...notes,
        ...failures,
        ...outcome.lost.slice(0, 5),
        ...outcome.duplicated.slice(0, 5),
      ].join('; '),
    );
  }
  return outcome;
}

async function publishPost(site: Site): Promise<string> {
  const title = 'The post that is saved and viewed';
  // Long ago, so that it is public by every clock.
  const form = postForm({ title, published: 'true', publishedAt: '2020-01-01' });
  const { status } = await site.owner.post('/admin/posts/new', form);
  if (status !== 302) throw new Error(`Publishing answered ${status}.`);
  return (await site.withDatabase(({ db }) => storedPost(db, { title }))).id;
}
