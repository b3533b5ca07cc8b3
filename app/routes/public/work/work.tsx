import { data, href } from 'react-router';

import type { Route } from './+types/work';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { listCaseStudies } from '#domain/posts/case-studies.ts';
import type { TermName } from '#domain/posts/post.ts';
import { coverSizesInGrid } from '../blog/cover-sizes.ts';
import { coverBackgroundInList } from '../drawings/cover.ts';
import { publicMeta, siteOf } from '../frame/public-page.ts';
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
  const firstImage = items.find(({ image }) => image !== null);
  return (
    <>
      <header className="page-width page-header">
        <h1>Work</h1>
        <Filter
          label="Industries"
          name="industry"
          terms={industries}
          current={industry}
          other={{ service }}
        />
        <Filter label="Services" name="service" terms={services} current={service} other={{ industry }} />
      </header>
      {items.length === 0 && (
        <p className="page-width lead">
          There is no case study of both. <a href={href('/work')}>See all of them</a>
        </p>
      )}
      <div className="page-width cards">
        {items.map((item, index) => (
          <CaseStudyCard
            key={item.id}
            caseStudy={item}
            cover={{
              background: coverBackgroundInList(index),
              isEager: item === firstImage,
              sizes: coverSizesInGrid(index, items.length),
            }}
          />
        ))}
      </div>
    </>
  );
}

/** Links that choose a term; the choice among other terms stays. */
function Filter({
  label,
  name,
  terms,
  current,
  other,
}: {
  label: string;
  name: string;
  terms: TermName[];
  current: string | null;
  other: Record<string, string | null>;
}) {
  if (terms.length === 0) return null;
  const address = (slug: string | null) => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries({ ...other, [name]: slug }))
      if (value !== null) query.set(key, value);
    return query.size === 0 ? href('/work') : `${href('/work')}?${query}`;
  };
  return (
    <nav className="filter" aria-label={label}>
      <a href={address(null)} aria-current={current === null ? 'page' : undefined}>
        All {label.toLowerCase()}
      </a>
      {terms.map((term) => (
        <a
          key={term.slug}
          href={address(term.slug)}
          aria-current={current === term.slug ? 'page' : undefined}
          dir="auto"
        >
          {term.name}
        </a>
      ))}
    </nav>
  );
}
