import { failures, runUpgrades } from './failing-upgrades.ts';

/** `npm run test:upgrades -- 200`: upgrades with a failure at a random step, one line of the ledger for each. */

const count = Number(process.argv[2] ?? 20);
const plan = Array.from({ length: count }, (_, index) => ({
  // Every second one is killed at a random moment.
  failure:
    index % 2 === 0
      ? ('the command is killed' as const)
      : (failures[((index - 1) / 2) % (failures.length - 1)] ?? 'none'),
  killAfter: null,
}));
const rounds = await runUpgrades(plan, (round) => console.log(JSON.stringify(round)));
const longest = Math.max(...rounds.map(({ secondsUntilBack }) => secondsUntilBack ?? 0));
const away = Math.max(...rounds.map(({ secondsAway }) => secondsAway));
const lost = rounds.at(-1)?.lost ?? 0;
const duplicated = rounds.at(-1)?.duplicated ?? 0;
const emptyPages = rounds.at(-1)?.emptyPages ?? 0;
console.log(
  `${rounds.length} upgrades, ${rounds.at(-1)?.acknowledged ?? 0} acknowledged, ${lost} lost, ${duplicated} duplicated, ${emptyPages} empty pages, back within ${longest.toFixed(1)} s, away for ${away.toFixed(1)} s at most.`,
);
process.exitCode = lost + duplicated === 0 && emptyPages === 0 && Math.max(longest, away) <= 60 ? 0 : 1;
