import { useCallback, useEffect, useRef, useState } from 'react';

import type { PendingImages } from '#app/editor/body-rules.ts';
import { useToast } from '#app/ui/toaster.tsx';

const none: PendingImages = { underWay: 0, failed: 0 };

export type WaitForUploads = ReturnType<typeof useWaitForUploads>;

/**
 * Lets a press wait for the images that are on their way: no post is made public, or left, without one that its author
 * has put there. One that does not arrive calls the press off, and says so.
 *
 * @param act what the press does, once every image is there
 */
export function useWaitForUploads(act: (published: boolean) => void) {
  const showToast = useToast();
  const [inText, setInText] = useState(none);
  const [featured, setFeatured] = useState(0);
  const [awaiting, setAwaiting] = useState<{ published: boolean } | null>(null);
  const underWay = inText.underWay + featured;
  const { failed } = inText;

  const sayMissing = useCallback(
    () =>
      showToast({
        title: 'Error',
        text: 'An image was not uploaded. Try it again or remove it, then save once more.',
        tone: 'error',
      }),
    [showToast],
  );
  const latest = useRef({ act, sayMissing });
  useEffect(() => {
    latest.current = { act, sayMissing };
  });

  useEffect(() => {
    if (awaiting === null || (underWay > 0 && failed === 0)) return;
    // oxlint-disable-next-line react/set-state-in-effect -- a press is over when the last image has arrived, which nothing but their number tells
    setAwaiting(null);
    if (failed > 0) latest.current.sayMissing();
    else latest.current.act(awaiting.published);
  }, [awaiting, underWay, failed]);

  return {
    /** In the text and above it. */
    underWay,
    /** In the text, each with the reason beside it. */
    failed,
    isAwaited: awaiting !== null,
    press: (published: boolean) => {
      if (underWay === 0 && failed === 0) act(published);
      else setAwaiting({ published });
    },
    callOff: useCallback(() => setAwaiting(null), []),
    noteInText: setInText,
    noteFeatured: setFeatured,
  };
}
