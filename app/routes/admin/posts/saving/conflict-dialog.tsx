import { useState } from 'react';

import { formatLongDateTime } from '#domain/text/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { EditState } from '../state/edit-state.ts';
import {
  initialChoices,
  differencesOf,
  isProse,
  partName,
  type Difference,
  type Part,
  type State,
} from '../differences/field-differences.ts';
import type { PostChoices } from '../state/post-choices.ts';
import { WordRuns } from '../differences/word-runs.tsx';

type Side = 'mine' | 'theirs';

/** Shows both texts, field by field, after another user saved first. Nothing changes before a side is chosen. */
export function ConflictDialog({
  readMine,
  theirs,
  base,
  choices,
  timeZone,
  onChosen,
  onDismiss,
}: {
  readMine: () => State;
  theirs: EditState;
  base: State | null;
  choices: PostChoices;
  timeZone: string;
  /** Called with the parts to take from the other text. */
  onChosen: (taken: readonly Part[]) => void;
  onDismiss: () => void;
}) {
  const [mine] = useState(readMine);
  const [chosen, setChosen] = useState(() => initialChoices(mine, theirs, base));
  const differences = differencesOf(mine, theirs, choices);
  const taken = differences.map(({ part }) => part).filter((part) => chosen[part] === 'theirs');

  function chooseAll(side: Side) {
    setChosen((before) => ({
      ...before,
      ...Object.fromEntries(differences.map(({ part }) => [part, side])),
    }));
  }

  return (
    <Dialog
      title="Another user saved this post"
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
          <Button variant="primary" data-autofocus onClick={() => onChosen(taken)}>
            Save
          </Button>
        </>
      }
    >
      <p>
        {theirs.savedBy ?? 'Another user'} saved it {formatLongDateTime(theirs.savedAt, timeZone)}, after you
        opened it. Choose which parts to keep; no text has been lost.
      </p>
      <div className="grid max-h-[60dvh] gap-4 overflow-y-auto pr-1">
        {differences.map((difference) => (
          <Choice
            key={difference.part}
            difference={difference}
            side={chosen[difference.part]}
            onChoose={(side) => setChosen((before) => ({ ...before, [difference.part]: side }))}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Choice({
  difference: { part, one, other },
  side,
  onChoose,
}: {
  difference: Difference;
  side: Side;
  onChoose: (side: Side) => void;
}) {
  const name = partName(part);
  return (
    <fieldset className="grid gap-2 border-t border-line pt-3">
      <legend className="float-left font-semibold text-ink">{name}</legend>
      {isProse(part) && (
        <div className="rounded-md bg-sunken px-3 py-2">
          <p className="text-xs">From theirs to yours</p>
          <WordRuns one={other} other={one} />
        </div>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        <SideOption
          name={part}
          label="Mine"
          text={one}
          isChosen={side === 'mine'}
          onChoose={() => onChoose('mine')}
        />
        <SideOption
          name={part}
          label="Theirs"
          text={other}
          isChosen={side === 'theirs'}
          onChoose={() => onChoose('theirs')}
        />
      </div>
    </fieldset>
  );
}

function SideOption({
  name,
  label,
  text,
  isChosen,
  onChoose,
}: {
  name: string;
  label: string;
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label
      className={`flex cursor-pointer items-start gap-2 rounded-md border px-3 py-2 ${
        isChosen ? 'border-signal bg-signal/6' : 'border-line-strong'
      }`}
    >
      <input
        type="radio"
        name={`choice-${name}`}
        checked={isChosen}
        onChange={onChoose}
        className="mt-1 accent-signal"
      />
      <span className="w-12 shrink-0 font-medium text-ink">{label}</span>
      <span dir="auto" className="line-clamp-4 min-w-0 whitespace-pre-wrap wrap-anywhere">
        {text === '' ? 'Empty' : text}
      </span>
    </label>
  );
}
