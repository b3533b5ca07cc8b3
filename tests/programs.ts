import { spawnSync } from 'node:child_process';

/** True if tests are left out, and why: the end of their name, by which scripts/test.mjs counts them. */
export type Needs = { isMissing: boolean; note: string };

/** Programs of the machine that tests need, as they are called. */
export function needs(...programs: readonly string[]): Needs {
  return leftOutFor(programs.filter((program) => spawnSync('which', [program]).status !== 0).join(' and '));
}

/** @param reason what the machine lacks; nothing when the tests can run */
export function leftOutFor(reason: string): Needs {
  return { isMissing: reason !== '', note: reason === '' ? '' : ` (needs ${reason})` };
}

/** Programs that only root can use. */
export function needsRoot(...programs: readonly string[]): Needs {
  const found = needs(...programs);
  return found.isMissing || process.getuid?.() === 0 ? found : leftOutFor('root');
}
