import { useId } from 'react';

import type { RowProblem } from '#domain/redirects/read-redirects.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useAction } from '../actions/use-action.ts';

/** The largest body of a request, less the multipart headers around the file. */
const maxBytes = 990_000;

/** What is wrong in a file that was refused: the first rows of it, and how many messages there are in all. */
export type ImportProblems = { problems: RowProblem[]; total: number };

/** Imports a file of redirects. Stays open with every message when something is wrong in it. */
export function ImportRedirectsDialog({ onClose }: { onClose: () => void }) {
  const { Form, isBusy, fieldErrors, result } = useAction<unknown, ImportProblems>({ onDone: onClose });
  const formId = useId();
  const refused = result && !result.ok && !isBusy ? result.details : null;
  return (
    <Dialog
      title="Import Redirects"
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
        <input type="hidden" name="intent" value="import" />
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
          hint="Comma-separated values with the columns From, To and Status, up to 1 MB. Without a status it is 301; 410 needs no To. A redirect for the same address is replaced. All rows are imported or none."
        />
        {refused && (
          <Notice title="Nothing was imported.">
            <ul className="mt-1 grid gap-1">
              {refused.problems.map(({ row, message }) => (
                <li key={`${row} ${message}`}>
                  <strong className="font-medium tabular-nums">Row {row}:</strong> {message}
                </li>
              ))}
            </ul>
            {refused.total > refused.problems.length && (
              <p className="mt-1">
                And {(refused.total - refused.problems.length).toLocaleString('en-US')} more.
              </p>
            )}
          </Notice>
        )}
      </Form>
    </Dialog>
  );
}
