import { useEffect, useId, useState } from 'react';

import { inWidth } from '#domain/images/image-address.ts';
import { imageLimits } from '#domain/images/image-limits.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { FocalPoint } from './focal-point.tsx';
import type { UploadedImage } from './upload-image.ts';
import { useDescription } from './use-description.ts';

/** `isFailing`: the last change could not be saved. `isMissing`: the image has no alt text. */
export type DescriptionState = { isFailing: boolean; isMissing: boolean };

export const nothingOpen: DescriptionState = { isFailing: false, isMissing: false };

/**
 * The description and the focal point of an image, saved as soon as they change.
 * @param onState called with the state of the description, and with `nothingOpen` on unmount
 */
export function ImageDetails({
  image,
  onState,
}: {
  image: UploadedImage;
  onState?: (state: DescriptionState) => void;
}) {
  const [alt, setAlt] = useState(image.alt ?? '');
  const [isDecoration, setIsDecoration] = useState(image.alt === '');
  const [point, setPoint] = useState({ x: image.focalX, y: image.focalY });
  const { send, isFailing, line } = useDescription(image.id);
  const isMissing = !isDecoration && alt.trim() === '';
  useEffect(() => {
    onState?.({ isFailing, isMissing });
    return () => onState?.(nothingOpen);
  }, [onState, isFailing, isMissing]);
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
        Press where the image matters most: pages that crop it keep that point in view.
      </p>
      <TextField
        label="Alt text"
        dir="auto"
        maxLength={imageLimits.alt}
        autoComplete="off"
        value={alt}
        disabled={isDecoration}
        hint="What the image shows, for those who cannot see it."
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
        <output className={isFailing ? 'text-danger' : 'text-ink-soft'}>{line}</output>
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
