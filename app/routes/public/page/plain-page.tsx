import { data, href, redirect } from 'react-router';

import type { Route } from './+types/plain-page';
import { absolute, breadcrumbs } from '#app/http/page-meta.ts';
import { domainContext } from '#app/http/request-context.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { PageNotFound } from '#app/routes/error-page.tsx';
import { socialImageOf } from '#domain/images/social-image.ts';
import { findAddressOfKind } from '#domain/posts/find-address-of-kind.ts';
import { metaOfPost, publicMeta, siteOf } from '../frame/public-page.ts';
import { PostArticle } from '../post/post-article.tsx';
import { bodyOf } from '../post/post-body.ts';

const nothing = { page: null, body: null, shared: null };

/** A plain page, or the answer to an unknown address of one segment. */
export async function loader({ params: { slug }, url, context }: Route.LoaderArgs) {
  const address = await withUnavailableFallback(context, (domain) => findAddressOfKind(domain, 'page', slug));
  if (address.kind === 'moved') throw redirect(href('/:slug', { slug: address.slug }) + url.search, 301);
  if (address.kind !== 'found') return data(nothing, { status: address.kind === 'gone' ? 410 : 404 });
  const page = address.post;
  const image = page.socialImage ?? page.image;
  return data({
    page,
    body: bodyOf(context.get(domainContext), page),
    shared: image && socialImageOf(image, page.title),
  });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData?.page) return [];
  const { page, shared } = loaderData;
  const site = siteOf(matches);
  const path = href('/:slug', { slug: page.slug });
  const shown = metaOfPost(page);
  return publicMeta(matches, {
    ...shown,
    path,
    ...(shared ? { image: shared } : {}),
    facts: [
      {
        '@type': 'WebPage',
        name: page.title,
        description: shown.description,
        url: page.canonicalUrl ?? site.origin + path,
        ...(shared ? { image: absolute(site, shared.address) } : {}),
        dateModified: page.updatedAt.toISOString(),
        inLanguage: loaderData.body.language ?? 'en',
        isPartOf: { '@type': 'WebSite', name: site.name, url: `${site.origin}/` },
      },
      breadcrumbs(site, [
        { name: site.name, path: href('/') },
        { name: page.title, path },
      ]),
    ],
  });
}

export default function PlainPage({ loaderData: { page, body } }: Route.ComponentProps) {
  return page ? <PostArticle post={page} body={body} isCounted /> : <PageNotFound />;
}
