import { useId } from 'react';

import type { Role } from '#domain/actor.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useAction } from '../actions/use-action.ts';
import { RoleField } from './role-field.tsx';

/** Changes only the role. */
export function EditAdminDialog({
  admin,
  ownRole,
  onClose,
}: {
  admin: { id: string; label: string; role: Role };
  ownRole: Role;
  onClose: () => void;
}) {
  const { Form, isBusy } = useAction({ onDone: onClose });
  const formId = useId();
  return (
    <Dialog
      title="Edit Admin User"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isBusy}>
            Update
          </Button>
        </>
      }
    >
      <p>{admin.label}</p>
      <Form id={formId} method="post" className="grid gap-3 text-ink">
        <input type="hidden" name="intent" value="change-role" />
        <input type="hidden" name="id" value={admin.id} />
        <RoleField ownRole={ownRole} defaultValue={admin.role} />
      </Form>
    </Dialog>
  );
}
