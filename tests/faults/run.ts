import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { everyFailure } from './failures.ts';
import type { Outcome } from './failure.ts';
import { groupBySite, runFailures } from './run-failures.ts';

/**
 * Every failure in its long form, with a table of the results; or those whose name has these words.
 *
 * npm run test:faults [-- NAME] [--rounds 20] [--short]
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, short: { type: 'boolean', default: false } },
});
const wanted = everyFailure.filter(({ name }) => name.includes(positionals.join(' ')));
const possible = wanted.filter((failure) => {
  const missing = failure.missing?.() ?? null;
  if (missing !== null) console.log(`${failure.name}: left out, it needs ${missing}`);
  return missing === null;
});

const outcomes: Outcome[] = [];
for (const group of groupBySite(possible)) {
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
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
