import { useState } from 'react';

import { formatLongDateTime } from '#domain/text/dates.ts';
import { chosenHtml, defaultChoice, mergedHtml, type Change, type Choice } from '#domain/text/merge-html.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { EditState } from '../state/edit-state.ts';
import { mergeBodies, wordsOfBlocks } from '../differences/body-merge.ts';
import {
  conflictingParts,
  differencesOf,
  initialChoices,
  isProse,
  mergedTags,
  partName,
  wordsOf,
  withParts,
  type Side,
  type State,
} from '../differences/field-differences.ts';
import type { PostChoices } from '../state/post-choices.ts';
import type { PostValues } from '../state/post-values.ts';
import { WordRuns } from '../differences/word-runs.tsx';
import { OneSidedChanges } from './one-sided-changes.tsx';
import { SideChoice } from './side-choice.tsx';

/** What the form goes on with. `content`: null where it is the body that the form had when the dialog was opened. */
export type Resolution = { apply: (values: PostValues) => PostValues; content: string | null; mine: State };

/** How many places of the body are shown before more are asked for. */
const shownAtOnce = 20;

/**
 * Shows both texts after another user saved first: the fields as a whole, a body that both changed block by block. What
 * one side alone changed is taken, and said. Nothing changes before Save is pressed.
 */
export function ConflictDialog({
  readMine,
  theirs,
  base,
  rewriteBody,
  choices,
  timeZone,
  onChosen,
  onDismiss,
}: {
  readMine: () => State;
  theirs: EditState;
  base: State | null;
  /** Writes a body as the editor does. */
  rewriteBody: (html: string) => string;
  choices: PostChoices;
  timeZone: string;
  onChosen: (resolution: Resolution) => void;
  onDismiss: () => void;
}) {
  const [mine] = useState(readMine);
  const [chosen, setChosen] = useState(() => initialChoices(mine, theirs, base));
  const [body] = useState(() =>
    mergeBodies({ mine: mine.content, theirs: theirs.content, base: base?.content ?? null }, rewriteBody),
  );
  const [bodyChoices, setBodyChoices] = useState<ReadonlyMap<Change, Choice>>(new Map());
  const [shown, setShown] = useState(shownAtOnce);

  const differences = differencesOf(mine, theirs, choices).filter(
    ({ part }) => body === null || part !== 'content',
  );
  const choiceOf = (change: Change) => bodyChoices.get(change) ?? defaultChoice(change);
  const needsChoice =
    base === null ||
    (body !== null && body.conflicts.length > 0) ||
    conflictingParts(mine, theirs, base).some((part) => part !== 'tagIds' && part !== 'content');

  function chooseAll(side: 'mine' | 'theirs') {
    setChosen((before) => ({
      ...before,
      ...Object.fromEntries(differences.map(({ part }) => [part, side])),
    }));
    setBodyChoices(
      new Map([...(body?.conflicts ?? []), ...(body?.oneSided ?? [])].map((one) => [one, side])),
    );
  }

  function chooseInBody(change: Change, choice: Choice) {
    setBodyChoices((before) => new Map(before).set(change, choice));
  }

  function choose() {
    const taken = differences.map(({ part }) => part).filter((part) => chosen[part] === 'theirs');
    const isBodyTaken = taken.includes('content');
    const content = body ? mergedHtml(body.parts, choiceOf) : isBodyTaken ? theirs.content : null;
    onChosen({
      apply: (values) => {
        const applied = withParts({ values, content: '' }, theirs, taken).values;
        return chosen.tagIds === 'both' ? { ...applied, tagIds: mergedTags(mine, theirs, base) } : applied;
      },
      content: content === rewriteBody(mine.content) ? null : content,
      mine,
    });
  }

  const conflicts = body?.conflicts ?? [];
  const name = theirs.savedBy ?? 'Another user';
  const noun = theirs.values.isPage ? 'page' : 'post';
  return (
    <Dialog
      title={
        theirs.isOwnSave ? `You saved this ${noun} in another window` : `Another user saved this ${noun}`
      }
      isQuestion
      isWide
      onDismiss={onDismiss}
      actions={
        <>
          <span className="mr-auto flex gap-2">
            <Button variant="quiet" className="-ml-3" onClick={() => chooseAll('mine')}>
              All mine
            </Button>
            <Button variant="quiet" onClick={() => chooseAll('theirs')}>
              All theirs
            </Button>
          </span>
          <Button onClick={onDismiss}>Not now</Button>
          <Button variant="primary" data-autofocus onClick={choose}>
            Save
          </Button>
        </>
      }
    >
      <p>
        {theirs.isOwnSave ? 'You' : name} saved it {formatLongDateTime(theirs.savedAt, timeZone)}, after you
        opened it{theirs.isOwnSave && ' here'}.{' '}
        {needsChoice
          ? 'Choose which parts to keep; no text has been lost.'
          : 'The changes are in different places: Save keeps all of them.'}
      </p>
      <div className="grid max-h-[60dvh] gap-4 overflow-y-auto pr-1">
        {conflicts.slice(0, shown).map((change, index) => (
          <SideChoice
            key={index} // oxlint-disable-line react/no-array-index-key -- the list never changes
            name={conflicts.length === 1 ? 'Content' : `Content, place ${index + 1} of ${conflicts.length}`}
            comparison={<WordRuns one={wordsOfBlocks(change.theirs)} other={wordsOfBlocks(change.mine)} />}
            options={[
              { side: 'mine', text: wordsOfBlocks(change.mine) },
              { side: 'theirs', text: wordsOfBlocks(change.theirs) },
              ...(change.mine === '' || change.theirs === ''
                ? []
                : [{ side: 'both' as const, text: wordsOfBlocks(chosenHtml(change, 'both')) }]),
            ]}
            none={change.base === '' ? 'Not there' : 'Removed'}
            chosen={choiceOf(change)}
            onChoose={(side) => chooseInBody(change, side)}
          />
        ))}
        {conflicts.length > shown && (
          <Button className="justify-self-start" onClick={() => setShown(shown + shownAtOnce)}>
            Show more places
          </Button>
        )}
        {differences.map(({ part, one, other }) => (
          <SideChoice
            key={part}
            name={partName(part)}
            comparison={isProse(part) ? <WordRuns one={other} other={one} /> : null}
            options={[
              { side: 'mine', text: one },
              { side: 'theirs', text: other },
              ...(part === 'tagIds' && base !== null
                ? [{ side: 'both' as const, text: wordsOfBoth(mine, theirs, base, choices) }]
                : []),
            ]}
            none="Empty"
            chosen={chosen[part]}
            onChoose={(side: Side) => setChosen((before) => ({ ...before, [part]: side }))}
          />
        ))}
        {body !== null && body.oneSided.length > 0 && (
          <OneSidedChanges
            changes={body.oneSided}
            by={theirs.isOwnSave ? 'your other window' : name}
            choiceOf={choiceOf}
            onChoose={chooseInBody}
          />
        )}
      </div>
    </Dialog>
  );
}

function wordsOfBoth(mine: State, theirs: State, base: State, choices: PostChoices): string {
  const tagIds = mergedTags(mine, theirs, base);
  return wordsOf('tagIds', { ...mine, values: { ...mine.values, tagIds } }, choices);
}
