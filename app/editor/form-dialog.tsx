import type { Editor } from '@tiptap/core';
import { useId, type FormEvent, type ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

/** A dialog over the text with one form. Whatever ends it, one goes on in the text. */
export function FormDialog({
  editor,
  title,
  onApply,
  onRemove,
  onClose,
  children,
}: {
  editor: Editor;
  title: string;
  /** @returns whether that was all; else the dialog stays. */
  onApply: (fields: FormData) => boolean;
  /** Where what the form is about can be taken away. */
  onRemove?: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const form = useId();

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    if (onApply(new FormData(event.currentTarget))) onClose();
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
            Apply
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={apply} noValidate className="grid gap-3">
        {children}
      </form>
    </Dialog>
  );
}
