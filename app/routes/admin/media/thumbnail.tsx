import { ImageOff } from 'lucide-react';

import { Image } from '#app/ui/image.tsx';
import { inWidth } from '#domain/images/image-address.ts';
import type { ImageWidth } from '#domain/images/image-limits.ts';
import type { ShownImage } from './image-details.ts';

/** A small image with an empty alt text, because the text beside it says the same. */
export function Thumbnail({
  image,
  width,
  className,
}: {
  image: ShownImage;
  width: ImageWidth;
  className: string;
}) {
  return (
    <Image
      src={inWidth(image.src, width)}
      alt=""
      isLazy
      className={`bg-sunken object-cover ${className}`}
      instead={
        <span className={`grid place-items-center bg-sunken text-ink-soft ${className}`}>
          <ImageOff className="size-4" />
        </span>
      }
    />
  );
}
