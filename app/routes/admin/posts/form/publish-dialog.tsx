import { useEffect, useRef } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

/** Asks before the shortcut publishes; the same keys again say yes. Cancel has the focus. */
export function PublishDialog({
  noun,
  isPublished,
  onCancel,
  onConfirm,
}: {
  noun: 'post' | 'page';
  /** Whether what is stored is public already. */
  isPublished: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const confirm = useRef(onConfirm);
  useEffect(() => {
    confirm.current = onConfirm;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      confirm.current();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);

  return (
    <Dialog
      title={isPublished ? `Save the changes to the published ${noun}?` : `Publish this ${noun}?`}
      isQuestion
      onDismiss={onCancel}
      actions={
        <>
          <Button data-autofocus onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="primary" onClick={onConfirm}>
            {isPublished ? 'Save Changes' : 'Publish'}
          </Button>
        </>
      }
    >
      <p>
        {isPublished
          ? 'Visitors see the changes at once.'
          : 'Visitors can read it at once, or from its publish date on.'}
      </p>
    </Dialog>
  );
}
