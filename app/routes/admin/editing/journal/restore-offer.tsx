import { History } from 'lucide-react';

import { formatLongDateTime } from '#domain/text/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { titleOf, type JournalEntry } from './journal-rules.ts';

/** Offers to restore text that was typed but not saved. It is kept until one of the buttons is clicked. */
export function RestoreOffer({
  entry,
  timeZone,
  onRestore,
  onDiscard,
}: {
  entry: JournalEntry;
  timeZone: string;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const title = titleOf(entry);
  return (
    <section
      aria-label="Unsaved text"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-signal bg-signal/6 px-3 py-2"
    >
      <History className="size-4 shrink-0 text-signal" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere" role="status">
        Text that was not saved is still here
        {title !== '' && (
          <>
            : <strong className="font-semibold">{title}</strong>
          </>
        )}
        , typed {formatLongDateTime(new Date(entry.at), timeZone)}.
      </p>
      <div className="flex gap-2">
        <Button onClick={onDiscard}>Discard</Button>
        <Button variant="primary" onClick={onRestore}>
          Restore
        </Button>
      </div>
    </section>
  );
}
