import { TextField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';

/** The largest body of a request, less the multipart headers around the file. */
const maxBytes = 990_000;

/** Imports a file of comma-separated values into the list. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog title="Import Subscribers" submit="Import" intent="import" isUpload onClose={onClose}>
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
        className="h-auto py-1"
        hint="Comma-separated values with a column Email, up to 1 MB. Columns State (Pending, Confirmed, Unsubscribed), Consent Date (2026-01-31) and Consent Source are optional; without a state, new subscribers are pending. Existing addresses keep their state, and addresses that unsubscribed, bounced or complained stay out."
      />
      <TextField
        label="Where they agreed to get emails"
        name="source"
        maxLength={300}
        hint="For rows without a consent source, such as “Sign-up sheet at our stand, May 2026”."
      />
    </FormDialog>
  );
}
