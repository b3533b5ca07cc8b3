import { href } from 'react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

import { useToast } from '#app/ui/toaster.tsx';
import type { ImageDescription } from '#domain/images/image-description.ts';
import { useAction } from '../actions/use-action.ts';

/** Milliseconds before what did not arrive is sent again. */
const retryAfter = 5_000;

/**
 * Sends what was said about an image after a moment of quiet, at once when its fields or the page go out of sight, and
 * again until it arrives.
 */
export function useDescription(id: string) {
  const showToast = useToast();
  const [isFailing, setIsFailing] = useState(false);
  const [isUnsent, setIsUnsent] = useState(false);
  const unsent = useRef<ImageDescription>({});
  /** A request takes the place of the one before, which may not have arrived: it says the same and more. */
  const underWay = useRef<ImageDescription>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { submit, isBusy, result } = useAction({
    isQuiet: true,
    onSettled(outcome) {
      const isTemporary = !outcome.ok && isTemporaryFailure(outcome.status);
      if (!outcome.ok && !isFailing) showToast({ title: 'Error', text: outcome.message, tone: 'error' });
      setIsFailing(isTemporary);
      if (isTemporary) {
        unsent.current = { ...underWay.current, ...unsent.current };
        clearTimeout(timer.current);
        timer.current = setTimeout(flush, retryAfter);
      }
      underWay.current = {};
    },
  });

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (Object.keys(unsent.current).length === 0) return;
    underWay.current = { ...underWay.current, ...unsent.current };
    unsent.current = {};
    setIsUnsent(false);
    void submit({ id, ...underWay.current }, { method: 'post', action: href('/admin/media/image') });
  }, [id, submit]);

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', onHidden);
      flush();
    };
  }, [flush]);

  function send(fields: ImageDescription, after: number) {
    unsent.current = { ...unsent.current, ...fields };
    setIsUnsent(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, after);
  }

  const isSaved = result?.ok === true && !isUnsent;
  const line = isBusy ? 'Saving…' : isSaved ? 'Saved' : '';
  return { send, isFailing, line: isFailing ? 'Not saved. Trying again…' : line };
}

/** A failed connection, an ended session or an overloaded server: the same may be accepted later. */
function isTemporaryFailure(status: number): boolean {
  return status >= 500 || [401, 408, 429].includes(status);
}
