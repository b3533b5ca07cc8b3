import { changedFields, labelOfField } from '#domain/site/field-words.ts';
import { type DocumentName, type DocumentValues } from '#domain/site/site-words.ts';
import { formatLongDateTime } from '#domain/fields/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ScrollBox } from '#app/ui/scroll-box.tsx';
import { SiteFieldChange } from './site-field-change.tsx';
import type { SiteState } from './site-text.ts';

type Props = {
  name: DocumentName;
  mine: DocumentValues;
  theirs: SiteState;
  base: DocumentValues;
  timeZone: string;
  /** @param values with what only the other user changed */
  onKeepMine: (values: DocumentValues) => void;
  onUseTheirs: () => void;
  onDismiss: () => void;
};

/**
 * Shows both states of a document field by field after another user saved first. Nothing changes before a button is pressed.
 * @param base what both started from: what only the other user changed is theirs in either case
 */
export function SiteConflict({
  name,
  mine,
  theirs,
  base,
  timeZone,
  onKeepMine,
  onUseTheirs,
  onDismiss,
}: Props) {
  const typed = changedFields(name, base, mine);
  return (
    <Dialog
      title={theirs.isOwnSave ? 'You saved this page in another window' : 'Another user saved this page'}
      isQuestion
      isWide
      onDismiss={onDismiss}
      actions={
        <>
          <Button onClick={onDismiss}>Not now</Button>
          <Button onClick={onUseTheirs}>Use theirs</Button>
          <Button
            variant="primary"
            data-autofocus
            onClick={() => onKeepMine({ ...theirs.values, ...valuesOf(mine, typed) })}
          >
            Keep mine
          </Button>
        </>
      }
    >
      <p>
        {theirs.isOwnSave ? 'You' : (theirs.savedBy ?? 'Another user')} saved it
        {theirs.savedAt !== null && ` ${formatLongDateTime(theirs.savedAt, timeZone)}`}, after you opened it
        {theirs.isOwnSave && ' here'}. Keep mine saves every field that you changed over theirs; what only
        they changed stays.
      </p>
      <ScrollBox className="grid max-h-[60dvh] gap-4 pr-1">
        {changedFields(name, mine, theirs.values).map((key) => {
          const label = labelOfField(name, key);
          const isMine = typed.includes(key);
          const [one, other] = isMine ? [theirs.values, mine] : [base, theirs.values];
          return (
            <section key={key} aria-label={label} className="grid gap-1 border-t border-line pt-3">
              <h3 className="font-semibold text-ink">{label}</h3>
              <p className="text-xs">{isMine ? 'From theirs to yours' : 'Only they changed this'}</p>
              <SiteFieldChange document={name} name={key} one={one[key]} other={other[key]} />
            </section>
          );
        })}
      </ScrollBox>
    </Dialog>
  );
}

function valuesOf(values: DocumentValues, keys: readonly string[]): DocumentValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}
