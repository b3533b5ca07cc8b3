import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import { inWidth } from '#domain/images/picture-address.ts';
import type { ImageWidth } from '#domain/images/image.ts';
import type { ShownImage } from './shown-image.ts';

/** A small picture of a picture; it says nothing that is not written beside it. */
export function Thumbnail({
  image,
  width,
  className,
}: {
  image: ShownImage;
  width: ImageWidth;
  className: string;
}) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <span className={`grid place-items-center bg-sunken text-ink-soft ${className}`}>
        <ImageOff className="size-4" />
      </span>
    );
  }
  return (
    <img
      src={inWidth(image.src, width)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setIsBroken(true)}
      className={`bg-sunken object-cover ${className}`}
    />
  );
}
