import { useEffect } from 'react';
import { useBlocker } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

/** Asks before unsaved changes are left behind: in the page by a dialog, at the tab's end by the browser. */
export function LeavingDialog({ hasUnsavedChanges }: { hasUnsavedChanges: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!hasUnsavedChanges) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsavedChanges]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title="Leave without saving?"
      role="alertdialog"
      onDismiss={() => blocker.reset()}
      actions={
        <>
          <Button data-autofocus onClick={() => blocker.reset()}>
            Stay
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed()}>
            Leave
          </Button>
        </>
      }
    >
      <p>Your changes to this post are not saved.</p>
    </Dialog>
  );
}
