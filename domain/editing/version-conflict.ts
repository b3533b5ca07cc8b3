import { conflict } from '#domain/core/errors.ts';

/** The message when another user saved meanwhile. @param noun what was edited, within a message */
export function versionConflict(noun: string) {
  return conflict(`Another user saved this ${noun} after you opened it. Nothing you typed has been lost.`);
}

/** The message when the same user saved meanwhile, in another window. */
export function ownVersionConflict(noun: string): string {
  return `In another window you saved this ${noun} after you opened it here. Nothing you typed has been lost.`;
}
