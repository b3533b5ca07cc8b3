import { href } from 'react-router';

import type { Route } from './+types/site-as-visitor';
import { forOnePerson } from '#app/http/cache-control.ts';
import { contentSecurityPolicyOfFramedPage } from '#app/http/content-security-policy.ts';
import { domainContext } from '#app/http/request-context.ts';
import { requireAdmin } from '#app/http/require-admin.ts';
import { refusal } from '#app/http/respond.ts';
import { getSiteDocument } from '#domain/site/get-site-document.ts';
import { publicMeta } from '../frame/public-page.ts';
import { usesNamedStylesheet } from '../stylesheets/stylesheet-of-page.ts';
import { DocumentPreview } from './document-preview.tsx';
import { loadPreview } from './load-preview.ts';

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** A page of the site with the draft of a document, `?page=`: for the frame beside its form. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  try {
    const { name, values } = await getSiteDocument(context.get(domainContext), params.document);
    return await loadPreview(context, name, values, url.searchParams.get('page'));
  } catch (error) {
    throw refusal(error, 'The preview could not be loaded.', context);
  }
}

export const handle = usesNamedStylesheet;

export function headers() {
  return {
    ...forOnePerson,
    'Content-Security-Policy': contentSecurityPolicyOfFramedPage,
    'X-Frame-Options': 'SAMEORIGIN',
  };
}

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const title = loaderData?.page ?? 'Preview';
  return publicMeta(matches, {
    path: href('/admin/site/:document/visitor', params),
    title,
    description: title,
    hidden: true,
  });
}

export default function SiteAsVisitor({ loaderData }: Route.ComponentProps) {
  return <DocumentPreview preview={loaderData} />;
}
