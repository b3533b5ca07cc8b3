import { useCallback, useId } from 'react';
import { useFetcher } from 'react-router';

import type { Role } from '#domain/auth/actor.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { useFetcherResult } from '../use-fetcher-result.ts';
import { toastOf, type Outcome } from './outcome.ts';
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
  const fetcher = useFetcher<Outcome>();
  const show = useToast();
  const formId = useId();
  useFetcherResult(
    fetcher.data,
    useCallback(
      (outcome: Outcome) => {
        show(toastOf(outcome));
        if (outcome.ok) onClose();
      },
      [show, onClose],
    ),
  );

  return (
    <Dialog
      title="Edit Admin User"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={fetcher.state !== 'idle'}>
            Update
          </Button>
        </>
      }
    >
      <p>{admin.label}</p>
      <fetcher.Form id={formId} method="post" className="grid gap-3 text-ink">
        <input type="hidden" name="intent" value="change-role" />
        <input type="hidden" name="id" value={admin.id} />
        <RoleField ownRole={ownRole} defaultValue={admin.role} />
      </fetcher.Form>
    </Dialog>
  );
}
