import { useEffect, useLayoutEffect } from 'react';
import type { Noun } from '#domain/core/kinds.ts';
import { useBlocker } from 'react-router';

import { Question } from '#app/ui/confirm-dialog.tsx';
import { discardEvent } from './journal/journal-store.ts';
import { useIsLeaving } from '../hooks/use-is-leaving.ts';

/**
 * Asks before unsaved changes are lost: with a dialog before a navigation, through the browser before the tab closes.
 * @param images number of images that are not part of the text yet
 */
export function LeavingDialog({
  noun,
  hasUnsavedChanges,
  images,
}: {
  noun: Noun | 'author' | 'proposal';
  hasUnsavedChanges: boolean;
  images: number;
}) {
  const wouldLose = hasUnsavedChanges || images > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => wouldLose && currentLocation.pathname !== nextLocation.pathname,
  );

  // A user who is leaving was asked already, or has saved. The listener is removed now: the form itself is removed only
  // after the next screen is shown.
  const isLeaving = useIsLeaving();
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

  // A save or upload under way has ended: there is nothing left to lose.
  useEffect(() => {
    if (blocker.state === 'blocked' && !wouldLose) blocker.proceed();
  }, [blocker, wouldLose]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Question
      title="Leave without saving?"
      no="Stay"
      yes="Leave"
      onNo={() => blocker.reset()}
      onYes={() => blocker.proceed()}
    >
      {hasUnsavedChanges && <p>Your changes to this {noun} are not saved.</p>}
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
