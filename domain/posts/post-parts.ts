import { fieldNames, textFieldNames, type FieldName, type PostState } from './post-fields.ts';

/** Decisions about parts of a text, the same for stored states and for those that a form holds; pure. */

/** A part of a post that is compared, chosen and restored as a whole: a field, the content or the tags. */
export type Part = FieldName | 'content' | 'tagIds';

/** A value of each part; a form has some of them as text. */
type Parts = Readonly<Record<Part, unknown>>;

export const parts: readonly Part[] = [
  ...textFieldNames,
  'content',
  ...fieldNames.filter((name) => !textFieldNames.some((text) => text === name)),
  'tagIds',
];

/** The parts that are compared with an earlier version and can be restored. Publishing is left to the buttons of the form. */
export const restorable: readonly Part[] = parts.filter((part) => part !== 'published');

/** The parts in which two states differ. */
export function changedParts(one: Parts, other: Parts): Part[] {
  return parts.filter((part) => keyOf(part, one) !== keyOf(part, other));
}

/** The parts that both sides changed, each in its own way. @param base the state that both started from */
export function conflictingParts(mine: Parts, theirs: Parts, base: Parts): Part[] {
  const [byMe, byThem] = [changedParts(base, mine), changedParts(base, theirs)];
  return changedParts(mine, theirs).filter((part) => byMe.includes(part) && byThem.includes(part));
}

/** The state with some parts taken from another one. */
export function withParts<State extends Parts>(state: State, from: State, taken: readonly Part[]): State {
  return { ...state, ...Object.fromEntries(taken.map((part) => [part, from[part]])) };
}

/** The text as it is now with what was chosen of an earlier version. */
export function restoredState(now: PostState, earlier: PostState, chosen: readonly unknown[]): PostState {
  return withParts(
    now,
    earlier,
    restorable.filter((part) => chosen.includes(part)),
  );
}

function keyOf(part: Part, state: Parts): string {
  const value = state[part];
  return JSON.stringify(part === 'tagIds' && Array.isArray(value) ? value.toSorted() : value);
}
