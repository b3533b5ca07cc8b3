import { href } from 'react-router';
import { useId } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useAction } from '../actions/use-action.ts';

/**
 * Asks before everything of a person goes: of the one whose address is given, or of one whose address is typed. It
 * stays open when that failed.
 */
export function EraseDialog({
  email,
  leaves = false,
  onClose,
}: {
  email: string | null;
  /** On a screen that goes with the person: the list of messages is next. */
  leaves?: boolean;
  onClose: () => void;
}) {
  const { Form, isBusy } = useAction({ onDone: onClose });
  const formId = useId();

  return (
    <Dialog
      title="Erase a Person"
      isQuestion
      onDismiss={onClose}
      actions={
        <>
          <Button {...(email === null ? {} : { 'data-autofocus': true })} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" pending={isBusy}>
            Erase
          </Button>
        </>
      }
    >
      <Form id={formId} method="post" action={href('/admin/messages')} className="grid gap-3">
        <input type="hidden" name="intent" value="erase" />
        {leaves && <input type="hidden" name="leaves" value="yes" />}
        {email === null ? (
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="off"
            maxLength={254}
            data-autofocus
          />
        ) : (
          <>
            <input type="hidden" name="email" value={email} />
            <p>
              Are you sure you want to erase everything of <strong className="text-ink">{email}</strong>?
            </p>
          </>
        )}
        <p>
          All messages and applications from this address, with their notes, and its newsletter subscription
          are deleted. This action cannot be undone.
        </p>
      </Form>
    </Dialog>
  );
}
