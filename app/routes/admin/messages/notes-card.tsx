import { useRef } from 'react';

import { noteLimit } from '#domain/messages/message-status.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';

/** Notes of the team about a message; its sender never sees them. */
export function NotesCard({
  notes,
}: {
  notes: { id: string; note: string; author: string | null; at: string }[];
}) {
  const form = useRef<HTMLFormElement>(null);
  const { Form, isBusy, fieldErrors } = useAction({ onDone: () => form.current?.reset() });
  return (
    <Card title="Notes">
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map(({ id, note, author, at }) => (
            <li key={id} className="border-l-2 border-line-strong pl-3">
              <p className="text-ink-soft wrap-anywhere">
                {author ?? 'Unknown user'} · {at}
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">{note}</p>
            </li>
          ))}
        </ul>
      )}
      <Form ref={form} method="post" className="grid gap-2">
        <input type="hidden" name="intent" value="note" />
        <TextArea
          label="Note"
          name="note"
          rows={3}
          required
          maxLength={noteLimit}
          error={fieldErrors['note']}
          hint="For colleagues only; the sender never sees it."
        />
        <Button type="submit" pending={isBusy} className="justify-self-start">
          Add Note
        </Button>
      </Form>
    </Card>
  );
}
