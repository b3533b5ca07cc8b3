import { href } from 'react-router';

import type { CaseStudyCard as CaseStudy } from '#domain/posts/post.ts';
import { Card, type CardLook } from '../blog/card.tsx';
import { Line } from '../frame/line.tsx';

/** A case study in a list, with its first result. */
export function CaseStudyCard({
  caseStudy: { slug, title, client, industry, image, results },
  ...look
}: CardLook & { caseStudy: CaseStudy }) {
  const [result] = results;
  return (
    <Card
      {...look}
      slug={slug}
      image={image}
      note={
        <Line>
          <span dir="auto">{client}</span>
          {industry !== null && <span dir="auto">{industry}</span>}
        </Line>
      }
      title={title}
      address={href('/work/:slug', { slug })}
      excerpt={
        result ? (
          <>
            <strong>{result.figure}</strong> {result.label}
          </>
        ) : null
      }
    />
  );
}
