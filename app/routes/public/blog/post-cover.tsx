import { srcSetOf } from '#domain/images/image-address.ts';
import type { Image } from '#domain/images/image.ts';
import {
  coverAddress,
  coverBackground,
  coverBackgroundInList,
  coverNumber,
  distinctDrawings,
  type CoverBackground,
} from '../drawings/cover.ts';

export type CoverLook = {
  background?: CoverBackground;
  /** Number of the drawing, where a list has chosen it. */
  drawing?: number | undefined;
  /** The width of the frame, as the value of the `sizes` attribute; see `coverSizes`. */
  sizes?: string;
  /** Load at once and with high priority: for the first image of a page. */
  isEager?: boolean;
};

/**
 * The featured image of a post, cropped around its center, over a blurred placeholder while it loads; or the drawing that
 * its slug chooses.
 */
export function PostCover({
  slug,
  image,
  background = coverBackground(slug),
  drawing = coverNumber(slug),
  sizes = '100vw',
  isEager = false,
  alt = image?.alt ?? '',
}: CoverLook & {
  slug: string;
  image: Image | null;
  /** Empty in a list, where the title is beside the image. */
  alt?: string;
}) {
  if (image === null) {
    return (
      <div className={`cover ${background}`}>
        <svg aria-hidden="true">
          <use href={coverAddress(drawing)} />
        </svg>
      </div>
    );
  }
  const { src, width, height, placeholder } = image;
  const srcSet = srcSetOf(image);
  return (
    <div className="cover" data-image>
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
        srcSet={srcSet}
        sizes={srcSet === undefined ? undefined : sizes}
        width={width ?? undefined}
        height={height ?? undefined}
        alt={alt}
        decoding="async"
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : 'auto'}
      />
    </div>
  );
}

/**
 * How the covers of a page are shown: neighbors with different backgrounds, no drawing twice, the first image at once.
 * @returns a function from a position in the list and the `sizes` of the cover there
 */
export function coversOf(items: readonly { slug: string; image: Image | null }[]) {
  const drawings = distinctDrawings(items.map(({ slug, image }) => (image === null ? slug : null)));
  const firstImage = items.findIndex(({ image }) => image !== null);
  return (index: number, sizes: string): CoverLook => ({
    background: coverBackgroundInList(index),
    drawing: drawings[index] ?? undefined,
    isEager: index === firstImage,
    sizes,
  });
}

/** The placeholder as a data URL, which the content security policy allows. */
export function blurAddress(placeholder: string): string {
  return `data:image/webp;base64,${placeholder}`;
}
