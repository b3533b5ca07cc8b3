import { changedParts, conflictingParts, withParts } from '#domain/posts/post-parts.ts';
import type { PostState } from '#domain/posts/post-fields.ts';
import { chosenHtml, mergeHtml } from '#domain/html/merge-html.ts';
import { editorsChoices } from './proposal.ts';

/**
 * Merges a proposal into the text as it is now. Pure.
 * @param base the text that the proposal was begun on
 * @returns `conflicts`: of the fields that it changes, those that were changed in the text too; `places`: what it changes
 *   in the body, in order, with `merged` null where the text was changed too
 */
export function mergeProposal(base: PostState, proposed: PostState, current: PostState) {
  const decidedByEditors: readonly string[] = editorsChoices;
  const fields = changedParts(base, proposed).filter(
    (part) => part !== 'content' && !decidedByEditors.includes(part),
  );
  const body = mergeHtml(base.content, current.content, proposed.content);
  const places = body
    .filter((part) => typeof part !== 'string')
    .filter(({ base: was, theirs }) => was !== theirs);
  const conflicts = conflictingParts(current, proposed, base).filter((part) => fields.includes(part));
  return { fields, conflicts, body, places };
}

/** The editor's choice from a proposal: names of fields, and indexes of places of the body. */
export type ChosenChanges = { fields: readonly unknown[]; places: readonly number[] };

/** The text as it is now with what was chosen of a proposal. Pure. */
export function acceptedState(
  { fields, body, places }: ReturnType<typeof mergeProposal>,
  proposed: PostState,
  current: PostState,
  chosen: ChosenChanges,
): PostState {
  const taken = new Set(chosen.places.map((index) => places[index]));
  const content = body
    .map((part) => {
      if (typeof part === 'string') return part;
      if (!taken.has(part)) return part.mine;
      return chosenHtml(part, part.merged === null ? 'theirs' : 'merged');
    })
    .join('');
  const wanted = fields.filter((part) => chosen.fields.includes(part));
  return { ...withParts(current, proposed, wanted), content };
}
