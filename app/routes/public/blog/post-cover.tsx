import type { Picture } from '#domain/images/image.ts';
import { coverGround, drawCover, type CoverGround } from '../cover/cover-drawing.ts';
import { CoverPicture } from '../cover-image.tsx';

/** The picture of a post: its own, else the drawing that belongs to its slug. */
export function PostCover({
  slug,
  picture,
  ground = coverGround(slug),
  sizes = '100vw',
  alt,
  eager = false,
}: {
  slug: string;
  picture: Picture | null;
  /** What a drawing lies on. */
  ground?: CoverGround | undefined;
  sizes?: string | undefined;
  /** In a list the title beside it says enough. */
  alt?: string;
  eager?: boolean;
}) {
  if (picture !== null) {
    return (
      <div className="cover" data-picture>
        <CoverPicture picture={picture} sizes={sizes} eager={eager} {...(alt === undefined ? {} : { alt })} />
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
