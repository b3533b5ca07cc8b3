import { href } from 'react-router';

import { EmailField } from '#app/ui/field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';

/** Asks before everything of a person goes: of the one whose address is given, or of one whose address is typed. */
export function EraseDialog({
  email,
  leaves = false,
}: {
  email: string | null;
  /** On a screen that goes with the person: the list of messages is next. */
  leaves?: boolean;
}) {
  return (
    <FormDialog
      title="Erase a Person"
      submit="Erase"
      variant="danger"
      intent="erase"
      fields={{ ...(email === null ? {} : { email }), ...(leaves ? { leaves: 'yes' } : {}) }}
      action={href('/admin/messages')}
      isQuestion
    >
      {email === null ? (
        <EmailField autoComplete="off" data-autofocus />
      ) : (
        <p>
          Are you sure you want to erase all data of <strong>{email}</strong>?
        </p>
      )}
      <p className="text-ink-soft">
        All messages and applications from this address, with their notes, and its newsletter subscription are
        deleted. This action cannot be undone.
      </p>
      <KeptElsewhere />
    </FormDialog>
  );
}

/** Text beside the question before data of a person goes. */
export function KeptElsewhere() {
  return (
    <p className="text-ink-soft">
      Backups made before hold it until they are removed: the dashboard tells super admins how long. Exported
      files hold it until you delete them.
    </p>
  );
}
