import { href } from 'react-router';

import type { PublicPostInPlace } from '#domain/posts/find-post-address.ts';
import type { PostLink } from '#domain/posts/post.ts';
import { coverSizes } from '../blog/cover-sizes.ts';
import { coversOf } from '../blog/post-cover.tsx';
import { PostCard } from '../blog/post-card.tsx';
import { OwnWords } from '../frame/own-words.tsx';
import { useWords } from '../frame/site-words.ts';
import { Portrait } from '../portrait.tsx';
import { CaseStudyCard } from '../work/case-study-card.tsx';
import { Line } from '../frame/line.tsx';

/** Where a reader goes from the end of a post: to its author, to the firm, to what is like it, to the one before and after. */
export function PostEnd({ post }: { post: PublicPostInPlace }) {
  const { related, caseStudies, older, newer } = post;
  const coverAt = coversOf([post, ...related]);
  const { newsletterHeading, newsletterText } = useWords('blog');
  return (
    <aside className="page-width onward" aria-label="More posts">
      <div className="onward-firm">
        {post.authorFacts !== null && post.authorSlug !== null && (
          <section className="onward-author" aria-labelledby="post-author">
            <Portrait name={post.author} portrait={post.authorFacts.portrait} />
            <div>
              <h2 id="post-author">
                <a href={href('/authors/:slug', { slug: post.authorSlug })} dir="auto">
                  {post.author}
                </a>
              </h2>
              <OwnWords className="note">{post.authorFacts.role}</OwnWords>
              <OwnWords className="onward-bio">{post.authorFacts.bio}</OwnWords>
            </div>
          </section>
        )}
        <section>
          <p>Working on something like this? Tell us about it.</p>
          <a className="button" href={href('/contact')}>
            Get in touch
          </a>
        </section>
        <section>
          <h2>{newsletterHeading}</h2>
          <p>
            {newsletterText} <a href={href('/newsletter')}>Subscribe</a>
          </p>
        </section>
      </div>
      {related.length > 0 && (
        <section aria-labelledby="related-posts">
          <h2 id="related-posts">Read next</h2>
          <div className="onward-cards">
            {related.map((card, index) => (
              <PostCard key={card.id} post={card} level={3} cover={coverAt(index + 1, coverSizes.third)} />
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
