import { useId } from 'react';
import { useFetcher } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import type { Outcome } from '../messages/outcome.ts';
import { useOutcome } from '../messages/use-outcome.ts';

/** Bytes. What a request may hold, less what is around the file in it. */
const mostBytes = 990_000;

/** Takes a file of addresses. It stays open when the file could not be read. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<Outcome>();
  const formId = useId();
  useOutcome(fetcher.data, (isDone) => {
    if (isDone) onClose();
  });
  return (
    <Dialog
      title="Import Subscribers"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={fetcher.state !== 'idle'}>
            Import
          </Button>
        </>
      }
    >
      <fetcher.Form id={formId} method="post" encType="multipart/form-data" className="grid gap-3 text-ink">
        <input type="hidden" name="intent" value="import" />
        <TextField
          label="File"
          name="file"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          required
          data-autofocus
          onChange={({ currentTarget }) => {
            const isTooLarge = (currentTarget.files?.[0]?.size ?? 0) > mostBytes;
            currentTarget.setCustomValidity(
              isTooLarge ? 'This file is larger than 1 MB. Please import it in parts.' : '',
            );
          }}
          className="h-auto py-1"
          hint="Comma-separated values with a column Email, up to 1 MB. With a column State (Pending, Confirmed, Unsubscribed) it is believed; without one everybody is pending. Known addresses keep their state."
        />
      </fetcher.Form>
    </Dialog>
  );
}
