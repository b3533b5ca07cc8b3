import { useLayoutEffect } from 'react';
import { useBlocker, useLocation, useNavigation } from 'react-router';

import { Question } from '#app/ui/confirm-dialog.tsx';
import { discardEvent } from '../journal/journal.ts';

/**
 * Asks before anything is left behind: in the page by a dialog, at the tab's end by the browser.
 * @param images how many are not in the text yet
 */
export function LeavingDialog({ hasUnsavedChanges, images }: { hasUnsavedChanges: boolean; images: number }) {
  const wouldLose = hasUnsavedChanges || images > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => wouldLose && currentLocation.pathname !== nextLocation.pathname,
  );

  // Whoever is on the way out was asked already, or has saved. A listener that went with the form only would stay until
  // the next screen has long been shown.
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const isLeaving = next !== undefined && next.pathname !== pathname;
  useLayoutEffect(() => {
    if (!wouldLose || isLeaving) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const stopAsking = () => window.removeEventListener('beforeunload', ask);
    window.addEventListener('beforeunload', ask);
    window.addEventListener(discardEvent, stopAsking);
    return () => {
      stopAsking();
      window.removeEventListener(discardEvent, stopAsking);
    };
  }, [wouldLose, isLeaving]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Question
      title="Leave without saving?"
      no="Stay"
      yes="Leave"
      onNo={() => blocker.reset()}
      onYes={() => blocker.proceed()}
    >
      {hasUnsavedChanges && <p>Your changes to this post are not saved.</p>}
      {images > 0 && (
        <p>
          {images === 1
            ? 'An image has not been uploaded yet and would be lost.'
            : `${images} images have not been uploaded yet and would be lost.`}
        </p>
      )}
    </Question>
  );
}
