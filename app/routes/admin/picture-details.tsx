import { useEffect, useId, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

import { inWidth } from '#domain/images/picture-address.ts';
import { imageLimits } from '#domain/images/image.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { FocalPoint } from './focal-point.tsx';
import type { DescribeOutcome } from './media/picture.ts';
import type { UploadedImage } from './upload-image.ts';

/** What belongs to the picture itself, wherever it is shown; kept as soon as it is said. */
export function PictureDetails({ image }: { image: UploadedImage }) {
  const [alt, setAlt] = useState(image.alt ?? '');
  const [isDecoration, setIsDecoration] = useState(image.alt === '');
  const [point, setPoint] = useState({ x: image.focalX, y: image.focalY });
  const { send, state } = useDescription(image.id);
  const checkbox = useId();

  return (
    <>
      <FocalPoint
        src={inWidth(image.src, 640)}
        width={image.width}
        height={image.height}
        {...point}
        onChange={(x, y) => {
          setPoint({ x, y });
          send({ focalX: String(x), focalY: String(y) }, 400);
        }}
      />
      <p className="-mt-1 text-ink-soft">
        Press where the picture matters most: pages that crop it keep that point in view.
      </p>
      <TextField
        label="Alt text"
        dir="auto"
        maxLength={imageLimits.alt}
        autoComplete="off"
        value={alt}
        disabled={isDecoration}
        hint="What the picture shows, for those who cannot see it."
        onChange={(event) => {
          setAlt(event.currentTarget.value);
          send({ alt: event.currentTarget.value, isDecoration: 'false' }, 600);
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={checkbox} className="flex cursor-pointer items-center gap-2">
          <input
            id={checkbox}
            type="checkbox"
            checked={isDecoration}
            onChange={(event) => {
              setIsDecoration(event.currentTarget.checked);
              send({ alt, isDecoration: String(event.currentTarget.checked) }, 0);
            }}
            className="size-4 accent-signal"
          />
          Only decoration
        </label>
        <output className="text-ink-soft">{state}</output>
      </div>
      <TextArea
        label="Caption"
        dir="auto"
        rows={2}
        maxLength={imageLimits.caption}
        defaultValue={image.caption ?? ''}
        hint="Visitors read it below the featured image of a post."
        onChange={(event) => send({ caption: event.currentTarget.value }, 600)}
      />
    </>
  );
}

/** Sends what was said after a moment of quiet, and at once when the screen is left. */
function useDescription(id: string) {
  const fetcher = useFetcher<DescribeOutcome>();
  const showToast = useToast();
  const waiting = useRef<Record<string, string>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef<DescribeOutcome>(undefined);
  const submit = useRef(fetcher.submit);
  useEffect(() => {
    submit.current = fetcher.submit;
  });

  const flush = useRef(() => {
    clearTimeout(timer.current);
    const fields = waiting.current;
    waiting.current = {};
    if (Object.keys(fields).length === 0) return;
    void submit.current({ id, ...fields }, { method: 'post', action: '/admin/media/picture' });
  });
  useEffect(() => flush.current, []);

  useEffect(() => {
    const outcome = fetcher.data;
    if (outcome === undefined || told.current === outcome) return;
    told.current = outcome;
    if (!outcome.ok) showToast({ title: 'Error', text: outcome.sentence, tone: 'error' });
  }, [fetcher.data, showToast]);

  function send(fields: Record<string, string>, after: number) {
    waiting.current = { ...waiting.current, ...fields };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => flush.current(), after);
  }

  const isSaved = fetcher.state === 'idle' && fetcher.data?.ok === true;
  return { send, state: fetcher.state === 'idle' ? (isSaved ? 'Saved' : '') : 'Saving…' };
}
