import { data, href } from 'react-router';

import type { Route } from './+types/work';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { listCaseStudies } from '#domain/posts/case-studies.ts';
import { coverSizesInGrid } from '../blog/cover-sizes.ts';
import { Filter } from '../blog/filter.tsx';
import { coversOf } from '../blog/post-cover.tsx';
import { publicMeta, siteOf } from '../frame/public-page.ts';
import { addressOfWork } from './address-of-work.ts';
import { CaseStudyCard } from './case-study-card.tsx';

/** The public case studies, those of an industry or a service where the address names one. Without any there is no page. */
export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const industry = searchParams.get('industry');
  const service = searchParams.get('service');
  const list = await withUnavailableFallback(context, (domain) =>
    listCaseStudies(domain, { industry: industry ?? undefined, service: service ?? undefined }),
  );
  if (list === null || list.total === 0) throw data(null, { status: 404 });
  return { ...list, industry, service };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { industry, service } = loaderData;
  return publicMeta(matches, {
    path: href('/work'),
    title: 'Work',
    description: `What ${siteOf(matches).name} has built, for whom, and what came of it.`,
    // The same case studies stand in the whole list.
    hidden: industry !== null || service !== null,
  });
}

export default function Work({ loaderData }: Route.ComponentProps) {
  const { items, industries, services, industry, service } = loaderData;
  const coverAt = coversOf(items);
  return (
    <>
      <header className="page-width page-header">
        <h1>Work</h1>
        <div className="filters">
          <Filter
            label="Industries"
            terms={industries}
            current={industry}
            addressOf={(slug) => addressOfWork({ industry: slug, service })}
          />{' '}
          <Filter
            label="Services"
            terms={services}
            current={service}
            addressOf={(slug) => addressOfWork({ industry, service: slug })}
          />
        </div>
      </header>
      {items.length === 0 && (
        <p className="page-width lead">
          No case study matches both filters. <a href={href('/work')}>See all of them</a>
        </p>
      )}
      <div className="page-width cards">
        {items.map((item, index) => (
          <CaseStudyCard
            key={item.id}
            caseStudy={item}
            cover={coverAt(index, coverSizesInGrid(index, items.length))}
          />
        ))}
      </div>
    </>
  );
}
