import type { Editor } from '@tiptap/core';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { ImageLibrary } from '../services.ts';

export type DialogProps = { editor: Editor; library: ImageLibrary; onClose: () => void };

export type TextOf = (name: string) => string;

type Props = Pick<DialogProps, 'editor' | 'onClose'> & {
  title: string;
  inserts: boolean;
  /** @returns why the dialog stays open; null when it closes */
  apply: (textOf: TextOf) => string | null;
  onRemove?: (() => void) | undefined;
  children: (error: string | undefined) => ReactNode;
};

/** A dialog with one form. Whatever ends it, the focus returns to the text. */
export function FormDialog({ editor, title, inserts, apply, onRemove, onClose, children }: Props) {
  const form = useId();
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    const fields = new FormData(event.currentTarget);
    const refused = apply((name) => String(fields.get(name) ?? '').trim());
    if (refused === null) onClose();
    else setError(refused);
  }

  return (
    <Dialog
      title={title}
      onDismiss={onClose}
      // By the view, which sets its own selection: the browser has still the one from before.
      returnFocus={() => editor.view.focus()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {onRemove && (
            <Button
              onClick={() => {
                onRemove();
                onClose();
              }}
            >
              Remove
            </Button>
          )}
          <Button type="submit" form={form} variant="primary">
            {inserts ? 'Insert' : 'Apply'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-3">
        {children(error)}
      </form>
    </Dialog>
  );
}
