import type { ReactNode } from 'react';
import { Outlet, href, useLocation, useMatches } from 'react-router';
import type { Route } from './+types/layout';
import { sameForEverybody } from '#app/http/cache-control.ts';
import { siteContext } from '#app/http/request-context.ts';
import { ErrorMessage } from '#app/routes/error-page.tsx';
import { isBuiltInPage } from '#domain/analytics/public-page.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { accentAddress } from '#app/http/accent-address.ts';
import displayFont from '../styles/funnel-display.woff2?url';
import { signatureOf, siteCardAddress } from '../social-card/social-card-address.ts';
import { isPreview } from './public-page.ts';
import { documentsOfPage, useEntries, useWords } from './site-words.ts';
import { SiteFooter } from './site-footer.tsx';
// oxlint-disable-next-line import/default -- the rule reads main.ts; `?worker&url` makes it the address of a script bundled on its own
import siteScript from '../script/main.ts?worker&url';
import { blockStylesheetOf, stylesheetOf } from '../stylesheets/stylesheet-of-page.ts';
import { entryLabel } from '#domain/site/navigation.ts';
import { SiteMark } from './site-mark.tsx';
import { Line } from './line.tsx';

export function loader({ context, pattern }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const siteWords = readSiteWords(context, documentsOfPage(pattern));
  return {
    origin,
    siteWords,
    socialImage: siteCardAddress(signatureOf(siteWords)),
  };
}

export function headers() {
  return sameForEverybody;
}

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
    { rel: 'manifest', href: href('/site.webmanifest') },
  ];
}

export default function PublicLayout() {
  const { pathname } = useLocation();
  return (
    <Frame isCounted={isBuiltInPage(pathname)}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame isCounted={false}>
      <ErrorMessage error={error} />
    </Frame>
  );
}

function Frame({ isCounted, children }: { isCounted: boolean; children: ReactNode }) {
  const matches = useMatches();
  const { name } = useWords('general');
  const brand = useWords('brand');
  const accent = accentAddress(brand);
  const blockStylesheet = blockStylesheetOf(matches);
  const page = (
    <>
      <SiteHeader />
      <main id="content" tabIndex={-1} data-page={isCounted ? '' : undefined}>
        {children}
      </main>
      <SiteFooter />
    </>
  );
  return (
    <>
      <link rel="stylesheet" href={stylesheetOf(matches)} precedence="default" />
      {blockStylesheet && <link rel="stylesheet" href={blockStylesheet} precedence="default" />}
      {accent && <link rel="stylesheet" href={accent} precedence="brand" />}
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <link rel="alternate" href={href('/rss.xml')} type="application/rss+xml" title={name} />
      {matches.some(({ handle }) => handle === isPreview) ? <div inert>{page}</div> : page}
      <p className="status" role="status" data-status />
      <script type="module" src={siteScript} fetchPriority="low" />
    </>
  );
}

/** The fixed header. It becomes compact after 20 px of scrolling; see `script/header-state.ts`. */
function SiteHeader() {
  const { pathname } = useLocation();
  const { name } = useWords('general');
  const entries = useEntries(useWords('navigation').header);
  return (
    <header className="site-header">
      <div className="page-width">
        <a className="logo" href={href('/')}>
          <SiteMark />
          <span>{name}</span>
        </a>{' '}
        <nav aria-label="Main">
          <Line>
            {entries.map((entry, index) => (
              <a
                key={index}
                href={entry.address}
                aria-current={isWithin(entry.address, pathname) ? 'page' : undefined}
              >
                {entryLabel(entry)}
              </a>
            ))}
          </Line>
        </nav>
      </div>
    </header>
  );
}

function isWithin(address: string, pathname: string): boolean {
  return pathname === address || (address !== href('/') && pathname.startsWith(`${address}/`));
}
