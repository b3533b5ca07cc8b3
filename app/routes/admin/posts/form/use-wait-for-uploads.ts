import { useCallback, useEffect, useState } from 'react';

import type { PendingImages } from '#app/editor/body-rules.ts';
import { useToast } from '#app/ui/toaster.tsx';
import { useLatest } from '#app/ui/use-latest.ts';

const none: PendingImages = { underWay: 0, failed: 0 };

export type WaitForUploads = ReturnType<typeof useWaitForUploads>;

/**
 * Lets a save that a click asked for wait for the uploads under way, so that the post is not published without an image
 * that its author added. A failed upload cancels the save and shows a message.
 *
 * @param submit called when every upload is complete
 */
export function useWaitForUploads(submit: (published: boolean) => void) {
  const showToast = useToast();
  const [inText, setInText] = useState(none);
  const [featured, setFeatured] = useState(0);
  const [social, setSocial] = useState(0);
  const [logo, setLogo] = useState(0);
  const [awaiting, setAwaiting] = useState<{ published: boolean } | null>(null);
  const underWay = inText.underWay + featured + social + logo;
  const { failed } = inText;

  const showMissing = useCallback(
    () =>
      showToast({
        title: 'Error',
        text: 'An image was not uploaded. Try it again or remove it, then save once more.',
        tone: 'error',
      }),
    [showToast],
  );
  const latest = useLatest({ submit, showMissing });

  useEffect(() => {
    if (awaiting === null || (underWay > 0 && failed === 0)) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the last upload is an event that only the number of uploads tells
    setAwaiting(null);
    if (failed > 0) latest.current.showMissing();
    else latest.current.submit(awaiting.published);
  }, [awaiting, underWay, failed, latest]);

  return {
    /** Number of uploads under way, in the text, of the featured and the social image, of the logo. */
    underWay,
    /** Number of failed uploads in the text, which shows the reason at each. */
    failed,
    isAwaited: awaiting !== null,
    submit: (published: boolean) => {
      if (underWay === 0 && failed === 0) submit(published);
      else setAwaiting({ published });
    },
    cancel: useCallback(() => setAwaiting(null), []),
    setInText,
    setFeatured,
    setSocial,
    setLogo,
  };
}
