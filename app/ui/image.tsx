import { useState, type ReactNode } from 'react';

/** An image beside words that say what it is, replaced by `instead` when it fails to load. */
export function Image({
  src,
  width = null,
  height = null,
  isLazy = false,
  className,
  instead = null,
}: {
  src: string;
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
      alt=""
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

/** How a thumbnail fills its frame. Logos are wide, and often transparent: shown whole, on a ground on which both black and white can be seen. */
export function thumbnailFit({ width, height }: { width: number; height: number }): string {
  return width > 2 * height
    ? 'object-contain p-3 bg-[repeating-conic-gradient(#fff_0_25%,#cfcfcf_0_50%)] bg-[length:1rem_1rem]'
    : 'bg-sunken object-cover';
}
