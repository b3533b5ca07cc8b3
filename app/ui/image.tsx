import { useState, type ReactNode } from 'react';

/** An image that is replaced by `instead` when it fails to load. */
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
        // It may have failed before hydration.
        if (image?.complete === true && image.naturalWidth === 0 && image.currentSrc !== '') setBroken(src);
      }}
      onError={() => setBroken(src)}
      className={className}
    />
  );
}
