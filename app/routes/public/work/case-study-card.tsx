import { href } from 'react-router';

import type { CaseStudyCard as Card } from '#domain/posts/post.ts';
import { PostCover } from '../blog/post-cover.tsx';
import type { CoverBackground } from '../drawings/cover.ts';

/** A case study in a list, with its first result. The whole card is clickable; the link is on the title. */
export function CaseStudyCard({
  caseStudy: { slug, title, client, industry, image, results },
  level = 2,
  hasCover = true,
  background,
  isEager = false,
  sizes,
}: {
  caseStudy: Card;
  level?: 2 | 3;
  hasCover?: boolean;
  background?: CoverBackground;
  /** Whether the image is loaded at once: for the first one of a page. */
  isEager?: boolean;
  /** The `sizes` attribute of the image; see `coverSizes`. */
  sizes?: string;
}) {
  const Title = level === 2 ? 'h2' : 'h3';
  const [result] = results;
  return (
    <article className="card">
      {hasCover && (
        <PostCover slug={slug} image={image} background={background} sizes={sizes} alt="" eager={isEager} />
      )}
      <div className="card-text">
        <p className="note">
          <span dir="auto">{client}</span>
          {industry !== null && <span dir="auto">{industry}</span>}
        </p>
        <Title dir="auto">
          <a href={href('/work/:slug', { slug })}>{title}</a>
        </Title>
        {result && (
          <p className="excerpt" dir="auto">
            <strong>{result.figure}</strong> {result.label}
          </p>
        )}
      </div>
    </article>
  );
}
