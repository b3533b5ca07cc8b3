import { Bookmark } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';

/** The name of a revision, which is kept as long as it has one: given, changed and removed. */
export function RevisionName({
  revision,
  name,
  label,
}: {
  /** Its id, or `currentRevision`. */
  revision: string;
  name: string | null;
  /** Of the button that gives it a name. */
  label: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { submit, isBusy, fieldErrors } = useAction({ onDone: () => setIsOpen(false) });
  const send = (next: string) => void submit({ intent: 'name', revision, name: next }, { method: 'post' });

  function open() {
    setTyped(name ?? '');
    setIsOpen(true);
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {name !== null && (
        <p className="mr-auto flex min-w-0 items-start gap-1.5 font-semibold wrap-anywhere">
          <Bookmark className="mt-0.5 size-3.5 shrink-0 text-signal" />
          <bdi>{name}</bdi>
        </p>
      )}
      <span className="flex flex-wrap gap-2">
        <Button onClick={open}>{name === null ? label : 'Rename'}</Button>
        {name !== null && (
          <Button variant="quiet" pending={isBusy} onClick={() => send('')}>
            Remove name
          </Button>
        )}
      </span>
      {isOpen && (
        <Dialog
          title={name === null ? label : 'Rename this version'}
          onDismiss={() => setIsOpen(false)}
          actions={
            <>
              <Button onClick={() => setIsOpen(false)}>Cancel</Button>
              <Button
                variant="primary"
                pending={isBusy}
                disabled={typed.trim() === ''}
                onClick={() => send(typed)}
              >
                Save
              </Button>
            </>
          }
        >
          <p>A version with a name is kept, however many are saved after it.</p>
          <TextField
            label="Name"
            data-autofocus
            dir="auto"
            autoComplete="off"
            value={typed}
            error={fieldErrors['name']}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return;
              event.preventDefault();
              if (!isBusy) send(typed);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
