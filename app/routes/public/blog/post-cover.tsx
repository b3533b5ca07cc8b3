import type { Image } from '#domain/images/image.ts';
import { coverGround, drawCover, type CoverGround } from '../cover/cover-drawing.ts';
import { CoverImage } from '../cover-image.tsx';

/** The image of a post: its own, else the drawing that belongs to its slug. */
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
  /** What a drawing lies on. */
  ground?: CoverGround | undefined;
  sizes?: string | undefined;
  /** In a list the title beside it says enough. */
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
