import { useState } from 'react';

import { changedFields, wordsOfField } from '#domain/site/field-words.ts';
import { fieldsOf, isSameValue, type DocumentName, type DocumentValues } from '#domain/site/site-words.ts';
import { formatLongDateTime } from '#domain/text/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { WordRuns } from '../posts/differences/word-runs.tsx';
import { SideChoice } from '../posts/saving/side-choice.tsx';
import type { SiteState } from './site-text.ts';

type Side = 'mine' | 'theirs';

/**
 * Shows both states of a document field by field after another user saved first. What one side alone changed is taken.
 * Nothing changes before Save is pressed.
 * @param base what both started from
 */
export function SiteConflict({
  name,
  mine,
  theirs,
  base,
  timeZone,
  onChosen,
  onDismiss,
}: {
  name: DocumentName;
  mine: DocumentValues;
  theirs: SiteState;
  base: DocumentValues;
  timeZone: string;
  onChosen: (values: DocumentValues) => void;
  onDismiss: () => void;
}) {
  const fields = fieldsOf(name);
  const differing = changedFields(name, mine, theirs.values);
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(
      differing.map((key) => [key, isSameValue(mine[key], base[key]) ? 'theirs' : 'mine'] as const),
    ),
  );
  const needsChoice = differing.some(
    (key) => !isSameValue(mine[key], base[key]) && !isSameValue(theirs.values[key], base[key]),
  );

  function choose() {
    const taken = differing.filter((key) => chosen[key] === 'theirs');
    onChosen({
      ...mine,
      ...Object.fromEntries(
        taken.flatMap((key) => {
          const value = theirs.values[key];
          return value === undefined ? [] : [[key, value] as const];
        }),
      ),
    });
  }

  return (
    <Dialog
      title={theirs.isOwnSave ? 'You saved this page in another window' : 'Another user saved this page'}
      isQuestion
      isWide
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Not now</Button>
          <Button variant="primary" data-autofocus onClick={choose}>
            Save
          </Button>
        </>
      }
    >
      <p>
        {theirs.isOwnSave ? 'You' : (theirs.savedBy ?? 'Another user')} saved it
        {theirs.savedAt !== null && ` ${formatLongDateTime(theirs.savedAt, timeZone)}`}, after you opened it
        {theirs.isOwnSave && ' here'}.{' '}
        {needsChoice
          ? 'Choose which parts to keep; no text has been lost.'
          : 'The changes are in different places: Save keeps all of them.'}
      </p>
      <div className="grid max-h-[60dvh] gap-4 overflow-y-auto pr-1">
        {differing.map((key) => {
          const field = fields.get(key);
          if (!field) return null;
          const [own, other] = [wordsOfField(field, mine[key]), wordsOfField(field, theirs.values[key])];
          return (
            <SideChoice
              key={key}
              name={field.label}
              comparison={<WordRuns one={other} other={own} />}
              options={[
                { side: 'mine', text: own },
                { side: 'theirs', text: other },
              ]}
              none="Empty"
              chosen={chosen[key] ?? 'mine'}
              onChoose={(side) =>
                setChosen((before) => ({ ...before, [key]: side === 'theirs' ? 'theirs' : 'mine' }))
              }
            />
          );
        })}
      </div>
    </Dialog>
  );
}
