import { TextField } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';
import { ImportDialog } from '../list/import-dialog.tsx';

/** Imports a file of addresses. Stays open when the file could not be read. */
export function ImportSubscribersDialog({ onClose }: { onClose: () => void }) {
  const action = useAction({ onDone: onClose });
  return (
    <ImportDialog
      title="Import Subscribers"
      intent="import"
      action={action}
      hint="Comma-separated values with a column Email, up to 1 MB. Columns State (Pending, Confirmed, Unsubscribed), Consent Date (2026-01-31) and Consent Source are optional; without a state, new subscribers are pending. Existing addresses keep their state, and addresses that unsubscribed, bounced or complained stay out."
      onClose={onClose}
    >
      <TextField
        label="Where they agreed to get emails"
        name="consentSource"
        maxLength={300}
        error={action.fieldErrors['source']}
        hint="For rows without a consent source, such as “Sign-up sheet at our stand, May 2026”."
      />
    </ImportDialog>
  );
}
