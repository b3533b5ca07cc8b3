import { useRef } from 'react';
import { useFetcher } from 'react-router';

import { noteLimit } from '#domain/messages/note-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea } from '#app/ui/field.tsx';
import type { Outcome } from './outcome.ts';
import { useOutcome } from './use-outcome.ts';

/** What colleagues write about a message; its sender never sees it. */
export function NotesCard({
  notes,
}: {
  notes: { id: string; note: string; author: string | null; at: string }[];
}) {
  const fetcher = useFetcher<Outcome>();
  const form = useRef<HTMLFormElement>(null);
  useOutcome(fetcher.data, (isDone) => {
    if (isDone) form.current?.reset();
  });
  return (
    <Card title="Notes">
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map(({ id, note, author, at }) => (
            <li key={id} className="border-l-2 border-line-strong pl-3">
              <p className="text-ink-soft wrap-anywhere">
                {author ?? 'Somebody'} · {at}
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">{note}</p>
            </li>
          ))}
        </ul>
      )}
      <fetcher.Form ref={form} method="post" className="grid gap-2">
        <input type="hidden" name="intent" value="note" />
        <TextArea
          label="Note"
          name="note"
          rows={3}
          required
          maxLength={noteLimit}
          hint="For colleagues only; the sender never sees it."
        />
        <Button type="submit" pending={fetcher.state !== 'idle'} className="justify-self-start">
          Add Note
        </Button>
      </fetcher.Form>
    </Card>
  );
}
