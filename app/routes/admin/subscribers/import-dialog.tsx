import type { ReactNode } from 'react';

import { TextField } from '#app/ui/field.tsx';
import { FormDialog, type SentForm } from '../actions/form-dialog.tsx';

/** The largest body of a request, less the multipart headers around the file. */
const maxBytes = 990_000;

/**
 * Imports a file of comma-separated values into a list, in the field `file`.
 * @param hint the columns of the file
 * @param children further fields, and what is wrong in the file
 */
export function ImportDialog<Details = unknown>({
  title,
  intent,
  hint,
  onClose,
  children,
}: {
  title: string;
  intent: string;
  hint: string;
  onClose: () => void;
  children: (sent: SentForm<Details>) => ReactNode;
}) {
  return (
    <FormDialog<unknown, Details> title={title} submit="Import" intent={intent} isUpload onClose={onClose}>
      {(sent) => (
        <>
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
            error={sent.fieldErrors['file']}
            className="h-auto py-1"
            hint={hint}
          />
          {children(sent)}
        </>
      )}
    </FormDialog>
  );
}
