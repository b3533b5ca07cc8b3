import { parseArgs } from 'node:util';

import { UsageError } from '../usage-error.ts';

export type SeedOptions = {
  /** Total number of demonstration posts. */
  posts: number;
  /** Total number of views. */
  views: number;
};

const defaults: SeedOptions = { posts: 24, views: 5_000 };
export const seedUsage = `Usage: npm run seed -- --posts ${defaults.posts} --views ${defaults.views}`;
const maxNumber = 100_000_000;

/** @throws UsageError for an unknown option or an invalid number */
export function readSeedOptions(args: readonly string[]): SeedOptions {
  const given = parse(args);
  return {
    posts: given.posts === undefined ? defaults.posts : wholeNumber('--posts', given.posts),
    views: given.views === undefined ? defaults.views : wholeNumber('--views', given.views),
  };
}

function parse(args: readonly string[]): { posts?: string | undefined; views?: string | undefined } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { posts: { type: 'string' }, views: { type: 'string' } },
    });
    return values;
  } catch {
    throw new UsageError();
  }
}

function wholeNumber(option: string, text: string): number {
  const digits = text.replaceAll(/[_,]/g, '');
  if (!/^\d{1,9}$/.test(digits) || Number(digits) > maxNumber) {
    throw new UsageError(`${option} must be a whole number from 0 to ${maxNumber.toLocaleString('en-US')}.`);
  }
  return Number(digits);
}
