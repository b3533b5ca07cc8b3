import { href } from 'react-router';

import type { CaseStudyCard as CaseStudy } from '#domain/posts/post.ts';
import { CaseStudyCard } from './case-study-card.tsx';

/** Where a reader goes from the end of a case study: to the form, which tells where they came from, or to the next one. */
export function CaseStudyEnd({ next }: { next: CaseStudy | null }) {
  return (
    <aside className="page-width onward" aria-label="What next">
      <section className="case-call">
        <h2>Have something like this to build?</h2>
        <p>Tell us about it in a few words.</p>
        <a className="button" href={href('/contact')}>
          Get in touch
        </a>
      </section>
      {next && (
        <section aria-labelledby="next-case-study">
          <h2 id="next-case-study">Next case study</h2>
          <div className="onward-cards">
            <CaseStudyCard caseStudy={next} level={3} />
          </div>
        </section>
      )}
    </aside>
  );
}
