import { chosenHtml, mergeHtml } from '#domain/html/merge-html.ts';
import {
  changedParts,
  conflictingParts,
  withParts,
  type Part,
  type State,
} from '../posts/differences/field-differences.ts';

/** What an editor decides beside every proposal. */
const editorsChoices: readonly Part[] = [
  'published',
  'featured',
  'publishedAt',
  'displayPublishedAt',
  'authorId',
];

/**
 * Merges a proposal into the text as it is now. Pure.
 * @param base the text that the proposal was begun on
 * @returns `conflicts`: of the fields that it changes, those that were changed in the text too; `places`: what it changes
 *   in the body, in order, with `merged` null where the text was changed too
 */
export function mergeProposal(base: State, proposed: State, current: State) {
  const fields = changedParts(base, proposed).filter(
    (part) => part !== 'content' && !editorsChoices.includes(part),
  );
  const body = mergeHtml(base.content, current.content, proposed.content);
  const places = body
    .filter((part) => typeof part !== 'string')
    .filter(({ base: was, theirs }) => was !== theirs);
  const conflicts = conflictingParts(current, proposed, base).filter((part) => fields.includes(part));
  return { fields, conflicts, body, places };
}

/**
 * The text as it is now with what was chosen of a proposal. Pure.
 * @param chosen.places indexes of `places`
 */
export function acceptedState(
  { fields, body, places }: ReturnType<typeof mergeProposal>,
  proposed: State,
  current: State,
  chosen: { fields: readonly string[]; places: readonly number[] },
): State {
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
