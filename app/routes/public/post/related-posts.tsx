import { href } from 'react-router';

import type { PublicPostInPlace } from '#domain/posts/find-post-address.ts';
import type { PostLink } from '#domain/posts/post.ts';
import { PostCard } from '../blog/post-card.tsx';
import { CaseStudyCard } from '../work/case-study-card.tsx';
import { Line } from '../frame/line.tsx';

/** Where a reader goes from the end of a post: to what is like it, then to the one before and the one after. */
export function RelatedPosts({ post: { related, caseStudies, older, newer } }: { post: PublicPostInPlace }) {
  if (related.length === 0 && caseStudies.length === 0 && older === null && newer === null) return null;
  return (
    <aside className="page-width onward" aria-label="More posts">
      {related.length > 0 && (
        <section aria-labelledby="related-posts">
          <h2 id="related-posts">Read next</h2>
          <div className="onward-cards">
            {related.map((card) => (
              <PostCard key={card.id} post={card} level={3} />
            ))}
          </div>
        </section>
      )}
      {caseStudies.length > 0 && (
        <section aria-labelledby="related-work">
          <h2 id="related-work">From our work</h2>
          <div className="onward-cards">
            {caseStudies.map((card) => (
              <CaseStudyCard key={card.id} caseStudy={card} level={3} />
            ))}
          </div>
        </section>
      )}
      {(older !== null || newer !== null) && (
        <nav className="onward-neighbors" aria-label="Previous and next post">
          <Line>
            {older && <Neighbor post={older} rel="prev" label="Previous post" />}
            {newer && <Neighbor post={newer} rel="next" label="Next post" />}
          </Line>
        </nav>
      )}
    </aside>
  );
}

function Neighbor({ post, rel, label }: { post: PostLink; rel: 'prev' | 'next'; label: string }) {
  return (
    <a rel={rel} href={href('/blog/:slug', { slug: post.slug })}>
      <span className="note">{label}</span> <span dir="auto">{post.title}</span>
    </a>
  );
}
