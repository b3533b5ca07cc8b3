import { useState, type ReactNode } from 'react';

/** An image that gives way to `instead` where it cannot be shown. */
export function Image({
  src,
  alt,
  isLazy = false,
  className,
  instead = null,
}: {
  src: string;
  alt: string;
  isLazy?: boolean;
  className: string;
  instead?: ReactNode;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src) return instead;
  return (
    <img
      src={src}
      alt={alt}
      {...(isLazy ? { loading: 'lazy', decoding: 'async' } : {})}
      ref={(image) => {
        // It may have failed before the script was there to hear it.
        if (image?.complete === true && image.naturalWidth === 0 && image.currentSrc !== '') setBroken(src);
      }}
      onError={() => setBroken(src)}
      className={className}
    />
  );
}
