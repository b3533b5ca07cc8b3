import type { StoredImage } from '#domain/images/find-images.ts';
import { inWidth } from '#domain/images/image-address.ts';
import type { ImageDescription } from '#domain/images/image-description.ts';
import { imageLimits } from '#domain/images/image-limits.ts';
import { CheckboxField, TextArea, TextField } from '#app/ui/field.tsx';
import { Image } from '#app/ui/image.tsx';

type DescribedImage = Pick<StoredImage, 'src' | 'width' | 'height' | 'alt' | 'caption'>;

type Details = { alt: string; isDecoration: boolean; caption: string };

/** @param changed over what is stored with the image */
export function detailsOf(image: DescribedImage, changed: ImageDescription): Details {
  return {
    alt: changed.alt ?? image.alt ?? '',
    isDecoration: changed.isDecoration === undefined ? image.alt === '' : changed.isDecoration === 'true',
    caption: changed.caption ?? image.caption ?? '',
  };
}

/** True if nothing is said to those who cannot see the image. */
export function isUndescribed({ alt, isDecoration }: Details): boolean {
  return !isDecoration && alt.trim() === '';
}

/** An image and its description. */
export function ImageDetails({
  image,
  changed,
  error,
  onChange,
}: {
  image: DescribedImage;
  changed: ImageDescription;
  error?: string | undefined;
  onChange: (fields: ImageDescription) => void;
}) {
  const { alt, isDecoration, caption } = detailsOf(image, changed);

  return (
    <>
      <Image
        src={inWidth(image.src, 640)}
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
        onChange={(event) => onChange({ alt: event.currentTarget.value, isDecoration: 'false' })}
      />
      <CheckboxField
        label="Decorative image"
        checked={isDecoration}
        onChange={(event) => onChange({ alt, isDecoration: String(event.currentTarget.checked) })}
      />
      <TextArea
        label="Caption"
        dir="auto"
        rows={2}
        maxLength={imageLimits.caption}
        value={caption}
        hint="Visitors read it below the featured image of a post."
        onChange={(event) => onChange({ caption: event.currentTarget.value })}
      />
    </>
  );
}
