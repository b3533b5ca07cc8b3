import { data, href, redirect } from 'react-router';

import type { Route } from './+types/case-study';
import { absolute, articleOf, authorFact, breadcrumbs, firmFact } from '#app/http/page-meta.ts';
import { domainContext } from '#app/http/request-context.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { PageNotFound } from '#app/routes/error-page.tsx';
import { findCaseStudyAddress } from '#domain/posts/case-studies.ts';
import type { CaseStudyCard as NextCaseStudy } from '#domain/posts/post.ts';
import { metaOfPost, publicMeta, siteOf } from '../frame/public-page.ts';
import { PostArticle } from '../post/post-article.tsx';
import { bodyOf } from '../post/post-body.ts';
import { imageToShare, signatureOf } from '../social-card/social-card-address.ts';
import { CaseStudyCard } from './case-study-card.tsx';

const nothing = { caseStudy: null, body: null, shared: null };

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const address = await withUnavailableFallback(context, (domain) => findCaseStudyAddress(domain, slug));
  if (address.kind === 'moved') throw redirect(href('/work/:slug', { slug: address.slug }), 301);
  if (address.kind !== 'case-study') return data(nothing, { status: address.kind === 'gone' ? 410 : 404 });
  const { caseStudy } = address;
  return data({
    caseStudy,
    body: bodyOf(context.get(domainContext), caseStudy),
    shared: imageToShare(caseStudy, signatureOf(readSiteWords(context, ['general', 'brand']))),
  });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData?.caseStudy) return [];
  const { caseStudy, shared, body } = loaderData;
  const { facts, title } = caseStudy;
  const site = siteOf(matches);
  const path = href('/work/:slug', { slug: caseStudy.slug });
  const shown = metaOfPost(caseStudy);
  const url = caseStudy.canonicalUrl ?? site.origin + path;
  const article = articleOf(caseStudy);
  const client = { '@type': 'Organization', name: facts.client ?? '' } as const;
  return publicMeta(matches, {
    ...shown,
    path,
    title: `${title} · ${client.name}`,
    image: shared,
    article,
    facts: [
      {
        '@type': 'Article',
        headline: title,
        description: shown.description,
        image: absolute(site, shared.address),
        datePublished: article.published,
        dateModified: article.modified,
        author: caseStudy.authorSlug === null ? firmFact(site) : authorFact(site, caseStudy),
        about: facts.link === null ? client : { ...client, url: facts.link },
        mainEntityOfPage: url,
        inLanguage: body.language ?? 'en',
      },
      ...(facts.quote
        ? [
            {
              // A review would need a rating.
              '@type': 'Quotation',
              text: facts.quote,
              creator: { '@type': 'Person', name: facts.quoteName ?? client.name },
            } as const,
          ]
        : []),
      breadcrumbs(site, [
        { name: 'Work', path: href('/work') },
        { name: title, path },
      ]),
    ],
  });
}

export default function CaseStudy({ loaderData: { caseStudy, body } }: Route.ComponentProps) {
  if (!caseStudy) return <PageNotFound />;
  return (
    <>
      <PostArticle post={caseStudy} body={body} isCounted />
      <CaseStudyEnd next={caseStudy.next} />
    </>
  );
}

/** Where a reader goes from the end of a case study: to the form, which tells where they came from, or to the next one. */
function CaseStudyEnd({ next }: { next: NextCaseStudy | null }) {
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
