import { useState } from 'react';

import type { Change, Choice } from '#domain/text/merge-html.ts';
import { Button } from '#app/ui/button.tsx';
import { wordsOfBlocks } from '#app/routes/admin/editing/differences/body-merge.ts';
import { WordRuns } from '#app/routes/admin/editing/differences/word-runs.tsx';

const shownAtOnce = 10;

/** The places of the body that one side alone changed. They are taken; each can be left as it was. */
export function OneSidedChanges({
  changes,
  by,
  choiceOf,
  onChoose,
}: {
  changes: readonly Change[];
  /** Who wrote the other text. */
  by: string;
  choiceOf: (change: Change) => Choice;
  onChoose: (change: Change, choice: Choice) => void;
}) {
  const [shown, setShown] = useState(shownAtOnce);
  const theirs = changes.filter(isTheirs).length;
  return (
    <details open={changes.length <= shownAtOnce} className="border-t border-line pt-3">
      <summary className="cursor-pointer font-semibold text-ink">
        Changed in one text only:{' '}
        {[theirs > 0 && `${theirs} by ${by}`, theirs < changes.length && `${changes.length - theirs} by you`]
          .filter((part) => part !== false)
          .join(', ')}
      </summary>
      <ul className="mt-2 grid gap-2">
        {changes.slice(0, shown).map((change, index) => {
          const choice = choiceOf(change);
          const other = isTheirs(change) ? 'mine' : 'theirs';
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes
            <li key={index} className="rounded-md border border-line px-3 py-2">
              <label className="flex min-h-6 w-fit cursor-pointer items-center gap-2 font-medium text-ink">
                <input
                  type="checkbox"
                  checked={choice !== other}
                  onChange={(event) => onChoose(change, event.currentTarget.checked ? 'merged' : other)}
                  className="size-4 accent-signal"
                />
                {isTheirs(change) ? `Take the change of ${by}` : 'Keep my change'}
                <span className="sr-only">, {index + 1}</span>
              </label>
              <WordRuns
                one={wordsOfBlocks(isTheirs(change) ? change.mine : change.theirs)}
                other={wordsOfBlocks(isTheirs(change) ? change.theirs : change.mine)}
              />
            </li>
          );
        })}
      </ul>
      {changes.length > shown && (
        <Button className="mt-2" onClick={() => setShown(shown + shownAtOnce)}>
          Show more places
        </Button>
      )}
    </details>
  );
}

/** Whether it is the other side that changed the place: mine is as it was before. */
function isTheirs({ base, mine }: Change): boolean {
  return mine === base;
}
