import type { Image } from '#domain/images/image.ts';
import { CoverImage } from '../cover-image.tsx';
import { coverAddress, coverBackground, type CoverBackground } from '../drawings/cover.ts';

/** The featured image of a post, or the drawing that its slug chooses. */
export function PostCover({
  slug,
  image,
  background = coverBackground(slug),
  sizes = '100vw',
  alt,
  eager = false,
}: {
  slug: string;
  image: Image | null;
  background?: CoverBackground | undefined;
  sizes?: string | undefined;
  /** Empty in a list, where the title is beside the image. */
  alt?: string;
  eager?: boolean;
}) {
  if (image !== null) {
    return (
      <div className="cover" data-image>
        <CoverImage image={image} sizes={sizes} eager={eager} {...(alt === undefined ? {} : { alt })} />
      </div>
    );
  }
  return (
    <div className={`cover ${background}`}>
      <svg aria-hidden="true">
        <use href={coverAddress(slug)} />
      </svg>
    </div>
  );
}
