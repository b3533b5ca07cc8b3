import type { Image } from '#domain/images/image.ts';
import { coverGround, drawCover, type CoverGround } from '../cover/cover-drawing.ts';
import { CoverImage } from '../cover-image.tsx';

/** The featured image of a post, or the drawing generated from its slug. */
export function PostCover({
  slug,
  image,
  ground = coverGround(slug),
  sizes = '100vw',
  alt,
  eager = false,
}: {
  slug: string;
  image: Image | null;
  /** The background of a drawing. */
  ground?: CoverGround | undefined;
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
    <div className={`cover ${ground}`}>
      <svg viewBox="0 0 600 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {drawCover(slug).map(({ pen, path }) => (
          <path key={pen + path} className={pen} d={path} />
        ))}
      </svg>
    </div>
  );
}
