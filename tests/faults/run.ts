import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { everyFailure } from './failures.ts';
import type { Outcome } from './failure.ts';
import { groupBySite, runFailures } from './run-failures.ts';
import { runCommand } from '../../scripts/command.ts';
import { UsageError } from '../../scripts/usage-error.ts';

const usage = `Usage:
  npm run test:faults                              every failure in its long form, with a table of the results
  npm run test:faults -- NAME [--rounds 20] [--short]    the failures whose name has these words`;

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string' }, short: { type: 'boolean', default: false } },
  });
  const wanted = everyFailure.filter(({ name }) => name.includes(positionals.join(' ')));
  if (wanted.length === 0)
    throw new UsageError('No failure has these words in its name: tests/faults/failures.ts has them all.');
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (rounds !== undefined && !(rounds >= 1)) throw new UsageError('--rounds must be a number of 1 or more.');
  const possible = wanted.filter((failure) => {
    const missing = failure.missing?.() ?? null;
    if (missing !== null) console.log(`${failure.name}: left out, it needs ${missing}`);
    return missing === null;
  });

  const outcomes: Outcome[] = [];
  for (const group of groupBySite(possible)) {
    outcomes.push(
      ...(await runFailures(group, { amount: values.short ? 'short' : 'long', rounds, report: console.log })),
    );
  }

  console.log(`\nLoad of the machine at the end: ${loadavg()[0]?.toFixed(1)}\n`);
  console.log('| failure | rounds | acknowledged | lost | duplicated | longest recovery |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const one of outcomes) {
    const figures = [one.rounds, one.acknowledged, one.lost.length, one.duplicated.length];
    console.log(`| ${one.failure} | ${figures.join(' | ')} | ${one.recoverySeconds.toFixed(1)} s |`);
  }
  const broken = outcomes.flatMap(({ failure, lost, duplicated, failures }) => [
    ...lost.map((name) => `${failure}: lost ${name}`),
    ...duplicated.map((name) => `${failure}: duplicated ${name}`),
    ...failures.map((text) => `${failure}: ${text}`),
  ]);
  if (broken.length > 0) console.log(`\n${broken.join('\n')}`);
  process.exitCode = broken.length === 0 && outcomes.length > 0 ? 0 : 1;
});
