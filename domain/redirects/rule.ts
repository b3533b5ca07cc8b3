/** The answer of a rule: moved for good, for now, for good with the method kept (RFC 9110), or gone. */
export const redirectStatuses = [301, 302, 308, 410] as const;
export type RedirectStatus = (typeof redirectStatuses)[number];

/** Rules that an installation may have: every process holds all of them in memory. */
export const maxRules = 10_000;

export type RedirectRule = {
  /** A path as `normalPath` writes it. */
  source: string;
  /** True if it holds for everything below the path too. */
  isPrefix: boolean;
  status: RedirectStatus;
  /** A path of this site or an address of the web; one that ends in `/*` takes the rest of the path. Null: gone. */
  target: string | null;
};

/** True if the rest of the path goes to the end of the target. */
export function takesRest({ isPrefix, target }: Pick<RedirectRule, 'isPrefix' | 'target'>): boolean {
  return isPrefix && target !== null && target.endsWith('/*');
}
