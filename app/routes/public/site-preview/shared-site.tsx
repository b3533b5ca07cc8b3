import { data, href } from 'react-router';

import type { Route } from './+types/shared-site';
import { forOnePerson } from '#app/http/cache-control.ts';
import { domainContext } from '#app/http/request-context.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { findSharedDocument } from '#domain/site/find-shared-document.ts';
import { PageNotFound } from '#app/routes/error-page.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { usesNamedStylesheet } from '../stylesheets/stylesheet-of-page.ts';
import { DocumentPreview } from './document-preview.tsx';
import { loadPreview } from './load-preview.ts';

/** A page of the site with a draft, for visitors who have its share link. */
export async function loader({ params: { token }, url, context }: Route.LoaderArgs) {
  const found = await withUnavailableFallback(findSharedDocument(context.get(domainContext), token), context);
  if (!found) throw data(null, { status: 404 });
  return withUnavailableFallback(
    loadPreview(context, found.name, found.values, url.searchParams.get('page')),
    context,
  );
}

export const handle = usesNamedStylesheet;

/** The page is not cached or indexed, and its address is not sent to pages that it links to. */
export function headers() {
  return { ...forOnePerson, 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' };
}

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const title = loaderData?.page ?? 'Preview';
  return publicMeta(matches, {
    path: href('/preview/site/:token', params),
    title,
    description: title,
    hidden: true,
  });
}

export default function SharedSite({ loaderData }: Route.ComponentProps) {
  return <DocumentPreview preview={loaderData} />;
}

export function ErrorBoundary() {
  return <PageNotFound />;
}
