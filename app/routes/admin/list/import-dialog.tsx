import { useId, type ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import type { useAction } from '../actions/use-action.ts';

/** The largest body of a request, less the multipart headers around the file. */
const maxBytes = 990_000;

/**
 * Imports a file of comma-separated values into a list, in the field `file`.
 * @param action from `useAction`; closes the dialog when it is done
 * @param hint the columns of the file
 * @param children further fields, and what is wrong in the file
 */
export function ImportDialog({
  title,
  intent,
  action: { Form, isBusy, fieldErrors },
  hint,
  onClose,
  children,
}: {
  title: string;
  intent: string;
  action: Pick<ReturnType<typeof useAction>, 'Form' | 'isBusy' | 'fieldErrors'>;
  hint: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  return (
    <Dialog
      title={title}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isBusy}>
            Import
          </Button>
        </>
      }
    >
      <Form id={formId} method="post" encType="multipart/form-data" className="grid gap-3 text-ink">
        <input type="hidden" name="intent" value={intent} />
        <TextField
          label="File"
          name="file"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          required
          data-autofocus
          onChange={({ currentTarget }) => {
            const isTooLarge = (currentTarget.files?.[0]?.size ?? 0) > maxBytes;
            currentTarget.setCustomValidity(
              isTooLarge ? 'This file is larger than 1 MB. Please import it in parts.' : '',
            );
          }}
          error={fieldErrors['file']}
          className="h-auto py-1"
          hint={hint}
        />
        {children}
      </Form>
    </Dialog>
  );
}
