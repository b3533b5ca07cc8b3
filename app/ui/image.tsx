import { useState, type ReactNode } from 'react';

/** An image that is replaced by `instead` when it fails to load. */
export function Image({
  src,
  alt,
  width = null,
  height = null,
  isLazy = false,
  className,
  instead = null,
}: {
  src: string;
  alt: string;
  /** Where they are known, the room is kept before it has loaded. */
  width?: number | null;
  height?: number | null;
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
      width={width ?? undefined}
      height={height ?? undefined}
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
