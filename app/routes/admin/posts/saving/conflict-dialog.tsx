import { useState } from 'react';

import { formatLongDateTime } from '#domain/fields/dates.ts';
import {
  chosenHtml,
  defaultChoice,
  mergedHtml,
  mergeHtml,
  type Change,
  type Choice,
} from '#domain/html/merge-html.ts';
import { kinds } from '#domain/core/kinds.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { EditState, VersionConflict } from '../state/edit-state.ts';
import { mergeBodies, wordsOfBlocks } from '#app/routes/admin/editing/differences/body-merge.ts';
import { conflictingParts, withParts, type Part } from '#domain/posts/post-parts.ts';
import {
  differencesOf,
  initialChoices,
  isProse,
  mergedTags,
  partName,
  partsOf,
  wordsOf,
  type Difference,
  type Side,
  type State,
} from '../differences/field-differences.ts';
import type { PostChoices } from '#domain/posts/get-post-form-choices.ts';
import { isSame } from '#app/routes/admin/editing/state/text.ts';
import type { TextControls } from '../state/use-text.ts';
import { BodyWords } from '#app/routes/admin/editing/differences/body-words.tsx';
import { WordRuns } from '#app/routes/admin/editing/differences/word-runs.tsx';
import { SideChoice } from './side-choice.tsx';

const shownAtOnce = 20;

type Props = {
  saved: State;
  theirs: EditState;
  text: TextControls;
  versionConflict: VersionConflict | null;
  choices: PostChoices;
  timeZone: string;
  onResolved: (theirs: EditState) => void;
  onDismiss: () => void;
};

/**
 * Shows both texts after another user saved first: the fields as a whole, a body that both changed block by block. What
 * one side alone changed is taken, and said. Nothing changes before Save is pressed.
 */
export function ConflictDialog(props: Props) {
  const { theirs, timeZone, onDismiss } = props;
  const merge = useMerge(props);
  const { conflicts, oneSided, differences, needsChoice, chooseAll, choose } = merge;
  const [shown, setShown] = useState(shownAtOnce);
  const name = theirs.savedBy ?? 'Another user';
  const noun = kinds[theirs.values.kind].noun;
  const title = theirs.isOwnSave
    ? `You saved this ${noun} in another window`
    : `Another user saved this ${noun}`;
  return (
    <Dialog
      title={title}
      isQuestion
      isWide
      onDismiss={onDismiss}
      actions={
        <>
          <span className="mr-auto flex gap-2 max-sm:basis-full">
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
        <Places merge={merge} changes={conflicts} part="Content" shown={shown} />
        {differences.map((difference) => (
          <FieldChoice key={difference.part} difference={difference} merge={merge} />
        ))}
        {oneSided.length > 0 && (
          <details open={oneSided.length < 10} className="border-t border-line pt-3">
            <summary className="cursor-pointer font-semibold text-ink">
              Changed in one text only: {countsOf(oneSided, theirs.isOwnSave ? 'your other window' : name)}
            </summary>
            <div className="mt-3 grid gap-4">
              <Places merge={merge} changes={oneSided} part="Changed in one text only" shown={shown} />
            </div>
          </details>
        )}
        {Math.max(conflicts.length, oneSided.length) > shown && (
          <Button className="justify-self-start" onClick={() => setShown(shown + shownAtOnce)}>
            Show more places
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function useMerge({ saved, theirs, text, versionConflict, choices, onResolved }: Props) {
  const base = theirs === versionConflict?.theirs ? versionConflict.base : knownBase(saved, theirs);
  const rewriteBody = (html: string) => text.editor.current?.rewrite(html) ?? html;
  const [mine] = useState(text.now);
  const [chosen, setChosen] = useState(() => initialChoices(mine, theirs, base));
  const [body] = useState(() =>
    mergeBodies({ mine: mine.content, theirs: theirs.content, base: base?.content ?? null }, rewriteBody),
  );
  const [bodyChoices, setBodyChoices] = useState<ReadonlyMap<Change, Choice>>(new Map());
  const { conflicts, oneSided } = body ?? { conflicts: [], oneSided: [] };
  const differences = differencesOf(mine, theirs, choices).filter(
    ({ part }) => body === null || part !== 'content',
  );
  const bothTags = mergedTags(mine, theirs, base);
  const choiceOf = (change: Change) => bodyChoices.get(change) ?? defaultChoice(change);

  function choose() {
    const taken = differences.map(({ part }) => part).filter((part) => chosen[part] === 'theirs');
    const isBodyTaken = taken.includes('content');
    const content = body ? mergedHtml(body.parts, choiceOf) : isBodyTaken ? theirs.content : null;
    // The form may have changed since the dialog opened: an upload may have finished.
    const { content: now } = text.now();
    text.update((values) => {
      const { content: _, ...applied } = withParts(partsOf({ values, content: '' }), partsOf(theirs), taken);
      return chosen.tagIds === 'both' ? { ...applied, tagIds: bothTags } : applied;
    });
    if (content !== null && content !== rewriteBody(mine.content))
      text.editor.current?.setHtml(
        now === mine.content ? content : mergedHtml(mergeHtml(mine.content, now, content), defaultChoice),
      );
    onResolved(theirs);
  }

  return {
    mine,
    theirs,
    conflicts,
    oneSided,
    differences,
    chosen,
    choiceOf,
    choose,
    needsChoice: conflicts.length > 0 || hasConflict(mine, theirs, base),
    /** The tags of both texts, in words; null where it is not known which of them were there before. */
    bothTags:
      base === null
        ? null
        : wordsOf('tagIds', { ...mine, values: { ...mine.values, tagIds: bothTags } }, choices),
    chooseField: (part: Part, side: Side) => setChosen((before) => ({ ...before, [part]: side })),
    choosePlace: (change: Change, choice: Choice) =>
      setBodyChoices((before) => new Map(before).set(change, choice)),
    chooseAll: (side: 'mine' | 'theirs') => {
      const ofFields = Object.fromEntries(differences.map(({ part }) => [part, side]));
      setChosen((before) => ({ ...before, ...ofFields }));
      setBodyChoices(new Map([...conflicts, ...oneSided].map((change) => [change, side])));
    },
  };
}

/** True if both sides changed a field; its text and tags are merged. */
function hasConflict(mine: State, theirs: State, base: State | null): boolean {
  if (base === null) return true;
  const parts = conflictingParts(partsOf(mine), partsOf(theirs), partsOf(base));
  return parts.some((part) => part !== 'tagIds' && part !== 'content');
}

type Merge = ReturnType<typeof useMerge>;

function FieldChoice({ difference: { part, one, other }, merge }: { difference: Difference; merge: Merge }) {
  const { mine, theirs, chosen, bothTags, chooseField } = merge;
  return (
    <SideChoice
      name={partName(part)}
      comparison={
        part === 'content' ? (
          <BodyWords one={theirs.content} other={mine.content} />
        ) : isProse(part) ? (
          <WordRuns one={other} other={one} />
        ) : null
      }
      options={[
        { side: 'mine', text: one },
        { side: 'theirs', text: other },
        ...(part === 'tagIds' && bothTags !== null ? [{ side: 'both' as const, text: bothTags }] : []),
      ]}
      none="Empty"
      chosen={chosen[part]}
      onChoose={(side) => chooseField(part, side)}
    />
  );
}

function Places({
  merge: { choiceOf, choosePlace },
  changes,
  part,
  shown,
}: {
  merge: Merge;
  changes: readonly Change[];
  part: string;
  shown: number;
}) {
  return changes.slice(0, shown).map((change, index) => {
    const choice = choiceOf(change);
    const changedBy = isTheirs(change) ? 'theirs' : 'mine';
    const hasBoth = change.merged === null && change.mine !== '' && change.theirs !== '';
    return (
      <SideChoice
        key={index} // oxlint-disable-line react/no-array-index-key -- the list never changes
        name={changes.length === 1 ? part : `${part}, place ${index + 1} of ${changes.length}`}
        comparison={<BodyWords one={change.theirs} other={change.mine} />}
        options={[
          { side: 'mine', text: wordsOfBlocks(change.mine) },
          { side: 'theirs', text: wordsOfBlocks(change.theirs) },
          ...(hasBoth ? [{ side: 'both' as const, text: wordsOfBlocks(chosenHtml(change, 'both')) }] : []),
        ]}
        none={change.base === '' ? 'Not there' : 'Removed'}
        chosen={choice === 'merged' ? changedBy : choice}
        onChoose={(side) =>
          choosePlace(change, change.merged !== null && side === changedBy ? 'merged' : side)
        }
      />
    );
  });
}

/** True if it is the other side alone that changed the place: mine is as it was before. */
function isTheirs({ base, mine }: Change): boolean {
  return mine === base;
}

function countsOf(changes: readonly Change[], by: string): string {
  const theirs = changes.filter(isTheirs).length;
  const counts = [
    [theirs, by],
    [changes.length - theirs, 'you'],
  ] as const;
  return counts.flatMap(([count, who]) => (count > 0 ? [`${count} by ${who}`] : [])).join(', ');
}

/** The text that both started from is the last one that this form saved, unless that is theirs (`restored`). */
function knownBase(saved: State, theirs: EditState): State | null {
  return saved.content === theirs.content && isSame(saved.values, theirs.values) ? null : saved;
}
