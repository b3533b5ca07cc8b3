import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';

/** Shows the link of an invitation, the only time that it can be shown. */
export function LinkDialog({
  invitation,
  onClose,
}: {
  invitation: { email: string; link: string };
  onClose: () => void;
}) {
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(invitation.link);
    setIsCopied(true);
  }

  return (
    <Dialog
      title="Invitation link"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={() => void copy().catch(() => setIsCopied(false))}>
            {isCopied ? 'Copied' : 'Copy link'}
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p>
        Pass this link on to {invitation.email} yourself. It works once, within 7 days, and is not shown
        again.
      </p>
      <div className="text-ink">
        <TextField
          label="Link"
          readOnly
          data-autofocus
          value={invitation.link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </Dialog>
  );
}
