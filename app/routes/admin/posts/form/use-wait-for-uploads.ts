import { useEffect, useState } from 'react';

import type { FieldName } from '#domain/posts/post-fields.ts';
import type { PendingImages } from '#app/editor/services.ts';
import { useToast } from '#app/ui/toaster.tsx';
import { useLatest } from '#app/ui/use-latest.ts';

const none: PendingImages = { underWay: 0, failed: 0 };

/**
 * Lets a save that a click asked for wait for the uploads under way, so that the post is not published without an image
 * that its author added. A failed upload cancels the save and shows a message.
 */
export function useWaitForUploads(submit: (published: boolean) => void) {
  const showToast = useToast();
  const [inText, setInText] = useState(none);
  const [beside, setBeside] = useState<Readonly<Record<string, number>>>({});
  const [awaiting, setAwaiting] = useState<{ published: boolean } | null>(null);
  const underWay = Object.values(beside).reduce((sum, count) => sum + count, inText.underWay);
  const { failed } = inText;

  const showError = (text: string) => showToast({ text, tone: 'error' });
  const latest = useLatest({ submit, showError });

  useEffect(() => {
    if (awaiting === null || (underWay > 0 && failed === 0)) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the last upload is an event that only the number of uploads tells
    setAwaiting(null);
    if (failed === 0) latest.current.submit(awaiting.published);
    else
      latest.current.showError('An image was not uploaded. Try it again or remove it, then save once more.');
  }, [awaiting, underWay, failed, latest]);

  const cancel = () => setAwaiting(null);
  return {
    /** Number of uploads under way, in the text and beside it. */
    underWay,
    /** Number of failed uploads in the text, which shows the reason at each. */
    failed,
    isAwaited: awaiting !== null,
    submit: (published: boolean) => {
      if (underWay === 0 && failed === 0) submit(published);
      else setAwaiting({ published });
    },
    cancel,
    setInText,
    /** For the control of an image beside the text. */
    uploadsOf: (name: FieldName) => ({
      onUploads: (count: number) =>
        setBeside((before) => ((before[name] ?? 0) === count ? before : { ...before, [name]: count })),
      onFailure: (message: string) => {
        showError(message);
        cancel();
      },
    }),
  };
}
