import { drawCover } from './cover-drawing.ts';

/** The picture of a post: its own, else the drawing that belongs to its slug. It says nothing the title does not. */
export function PostCover({
  slug,
  image,
  eager = false,
}: {
  slug: string;
  image: string | null;
  eager?: boolean;
}) {
  if (image !== null) {
    return (
      <div className="cover" data-picture>
        <img
          src={image}
          alt=""
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
        />
      </div>
    );
  }
  return (
    <div className="cover">
      <svg viewBox="0 0 600 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {drawCover(slug).map(({ pen, path }) => (
          <path key={pen + path} className={pen} d={path} />
        ))}
      </svg>
    </div>
  );
}
