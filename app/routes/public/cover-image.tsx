import { srcSetOf } from '#domain/images/image-address.ts';
import type { Image } from '#domain/images/image.ts';

/**
 * An image in a frame that crops it: in the width that the screen needs, around its focal point, over a few blurred
 * pixels of itself while it comes. The frame has the class `cover` and hides itself when the image is broken.
 */
export function CoverImage({
  image,
  sizes,
  alt = image.alt ?? '',
  eager = false,
}: {
  image: Image;
  /** How wide the frame is on which screen: the value of the `sizes` attribute. */
  sizes: string;
  alt?: string;
  /** The first image of a page: wanted at once. */
  eager?: boolean;
}) {
  const { src, width, height, placeholder } = image;
  return (
    <>
      {placeholder !== null && width !== null && height !== null && (
        <svg
          className="blur"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="xMidYMid slice"
          aria-hidden="true"
        >
          <image href={blurAddress(placeholder)} width={width} height={height} preserveAspectRatio="none" />
        </svg>
      )}
      <img
        src={src}
        srcSet={srcSetOf(image)}
        sizes={srcSetOf(image) === undefined ? undefined : sizes}
        width={width ?? undefined}
        height={height ?? undefined}
        alt={alt}
        className={focalClass(image)}
        decoding="async"
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
      />
    </>
  );
}

/** Inline data is the one source of images beside this site that the pages' policy allows. */
export function blurAddress(placeholder: string): string {
  return `data:image/webp;base64,${placeholder}`;
}

/** `style` attributes are not allowed on public pages; tenths are close enough. Undefined for the middle. */
function focalClass({ focalX, focalY }: Image): string | undefined {
  const [x, y] = [Math.round(focalX / 10), Math.round(focalY / 10)];
  return x === 5 && y === 5 ? undefined : `focal-x-${x} focal-y-${y}`;
}
