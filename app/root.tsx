import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import type { ReactNode } from 'react';

import type { Route } from './+types/root';
import { domainContext, nonceContext, siteContext } from '#app/http/request-context.ts';
import { isHydrated } from '#app/http/hydration.ts';
import { pageTransitions } from '#app/http/page-transitions.ts';
import { SiteIcons } from '#app/http/site-icons.tsx';
import { currentYear, readSiteWords } from '#app/http/site-words.ts';
import { ErrorScreen } from '#app/routes/error-page.tsx';
import { publicLayoutId } from '#app/routes/public/frame/layout-id.ts';

/** The nonce is for hydrated pages alone; it is never written into a page that may be kept and shown to others. */
export function loader({ context, pattern }: Route.LoaderArgs) {
  const { errors, ...siteWords } = readSiteWords(context, ['general', 'navigation', 'brand', 'jv', 'errors']);
  return {
    nonce: context.get(nonceContext),
    requestId: context.get(domainContext).requestId,
    logo: siteWords.brand.logo,
    notFound: errors.notFound,
    year: currentYear(context),
    contactEmail: context.get(siteContext).contactEmail,
    // A refused form is answered without the data of the public layout.
    ...(pattern.startsWith('admin') ? {} : { siteWords }),
  };
}

export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const hydrated = isHydrated(matches);
  const { nonce, logo = '' } = useRouteLoaderData<typeof loader>('root') ?? {};

  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {matches.some(({ id }) => id === publicLayoutId) && <style>{pageTransitions}</style>}
        <Links />
        <SiteIcons logo={logo} />
      </head>
      <body>
        {children}
        {hydrated && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
