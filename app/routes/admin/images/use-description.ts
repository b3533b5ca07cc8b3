import { useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

import { useToast } from '#app/ui/toaster.tsx';
import type { DescribeOutcome } from '../media/image.ts';
import { useFetcherResult } from '../use-fetcher-result.ts';

/** Milliseconds before what did not arrive is sent again. */
const nextTry = 5_000;

type Fields = Record<string, string>;

/**
 * Sends what was said about an image after a moment of quiet, at once when its fields or the page go out of sight, and
 * again until it arrives.
 */
export function useDescription(id: string) {
  const { data, state, submit } = useFetcher<DescribeOutcome>();
  const showToast = useToast();
  const [isFailing, setIsFailing] = useState(false);
  const [isUnsent, setIsUnsent] = useState(false);
  const waiting = useRef<Fields>({});
  /** A request takes the place of the one before, which may not have arrived: it says the same and more. */
  const underWay = useRef<Fields>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (Object.keys(waiting.current).length === 0) return;
    underWay.current = { ...underWay.current, ...waiting.current };
    waiting.current = {};
    setIsUnsent(false);
    void submit({ id, ...underWay.current }, { method: 'post', action: '/admin/media/image' });
  }, [id, submit]);

  useFetcherResult(data, (outcome) => {
    const mayPass = !outcome.ok && outcome.mayPass;
    if (!outcome.ok && !isFailing) showToast({ title: 'Error', text: outcome.message, tone: 'error' });
    setIsFailing(mayPass);
    if (mayPass) {
      waiting.current = { ...underWay.current, ...waiting.current };
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, nextTry);
    }
    underWay.current = {};
  });

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

  function send(fields: Fields, after: number) {
    waiting.current = { ...waiting.current, ...fields };
    setIsUnsent(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, after);
  }

  const isSaved = data?.ok === true && !isUnsent;
  const line = state === 'idle' ? (isSaved ? 'Saved' : '') : 'Saving…';
  return { send, isFailing, line: isFailing ? 'Not saved. Trying again…' : line };
}
