import { useId, type ReactNode } from 'react';

import { inWidth } from '#domain/images/image-address.ts';
import type { ImageDescription } from '#domain/images/image-description.ts';
import { imageLimits } from '#domain/images/image-limits.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Image } from '#app/ui/image.tsx';
import type { UploadedImage } from './upload-image.ts';

/** What is said about an image, as its fields show it. */
type Details = { alt: string; isDecoration: boolean; caption: string };

/** @param changed over what is stored with the image */
export function detailsOf(image: UploadedImage, changed: ImageDescription): Details {
  return {
    alt: changed.alt ?? image.alt ?? '',
    isDecoration: changed.isDecoration === undefined ? image.alt === '' : changed.isDecoration === 'true',
    caption: changed.caption ?? image.caption ?? '',
  };
}

/** Whether nothing is said to those who cannot see the image. */
export function isUndescribed({ alt, isDecoration }: Details): boolean {
  return !isDecoration && alt.trim() === '';
}

/** An image and its description. */
export function ImageDetails({
  image,
  changed,
  error,
  status,
  onChange,
}: {
  image: UploadedImage;
  changed: ImageDescription;
  error?: string | undefined;
  /** How the saving of the changes is going, where they are saved by themselves. */
  status?: ReactNode;
  /** @param after milliseconds that may pass before the change is saved: more changes of a field follow */
  onChange: (fields: ImageDescription, after: number) => void;
}) {
  const { alt, isDecoration, caption } = detailsOf(image, changed);
  const checkbox = useId();

  return (
    <>
      <Image
        src={inWidth(image.src, 640)}
        alt=""
        width={image.width}
        height={image.height}
        className="block h-auto max-h-72 w-full rounded-md border border-line bg-sunken object-contain"
        instead={<p className="text-ink-soft">The image cannot be shown.</p>}
      />
      <TextField
        label="Alt text"
        dir="auto"
        maxLength={imageLimits.alt}
        autoComplete="off"
        value={alt}
        disabled={isDecoration}
        hint="What the image shows, for those who cannot see it."
        error={error}
        onChange={(event) => onChange({ alt: event.currentTarget.value, isDecoration: 'false' }, 600)}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={checkbox} className="flex cursor-pointer items-center gap-2">
          <input
            id={checkbox}
            type="checkbox"
            checked={isDecoration}
            onChange={(event) => onChange({ alt, isDecoration: String(event.currentTarget.checked) }, 0)}
            className="size-4 accent-signal"
          />
          Only decoration
        </label>
        {status}
      </div>
      <TextArea
        label="Caption"
        dir="auto"
        rows={2}
        maxLength={imageLimits.caption}
        value={caption}
        hint="Visitors read it below the featured image of a post."
        onChange={(event) => onChange({ caption: event.currentTarget.value }, 600)}
      />
    </>
  );
}
