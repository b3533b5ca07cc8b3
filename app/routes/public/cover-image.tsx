import { srcSetOf } from '#domain/images/image-address.ts';
import type { Image } from '#domain/images/image.ts';

/**
 * A responsive image cropped around its center, over a blurred placeholder while it loads. The frame around it has
 * the class `cover` and is hidden when the image is broken.
 */
export function CoverImage({
  image,
  sizes,
  alt = image.alt ?? '',
  eager = false,
}: {
  image: Image;
  /** The width of the frame, as the value of the `sizes` attribute. */
  sizes: string;
  alt?: string;
  /** Load at once and with high priority: for the first image of a page. */
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
        decoding="async"
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
      />
    </>
  );
}

/** The placeholder as a data URL, which the content security policy allows. */
export function blurAddress(placeholder: string): string {
  return `data:image/webp;base64,${placeholder}`;
}
