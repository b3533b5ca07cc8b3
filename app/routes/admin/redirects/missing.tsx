import { useState } from 'react';
import { Link, href, useSearchParams } from 'react-router';

import type { Route } from './+types/missing';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { dismissMissingPage } from '#domain/redirects/dismiss-missing-page.ts';
import { listMissingPages } from '#domain/redirects/list-missing-pages.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { shortDay } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { changed, readPage } from '../list/list-address.ts';
import { Pager } from '../list/pager.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { MissingPageTable } from './missing-page-table.tsx';
import { RedirectDialog, type EditedRedirect } from './redirect-dialog.tsx';
import { missingPageQuery } from './redirect-query.ts';
import { RedirectsHeader } from './redirects-header.tsx';

const loadFailure = 'Failed to load missing pages.';
const failures = { dismiss: 'Failed to dismiss the address.' };

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const query = { ...missingPageQuery(url.searchParams), page: readPage(url.searchParams) };
    const { items, ...list } = await listMissingPages(domain, query);
    return {
      ...list,
      missing: items.map(({ lastSeenAt, ...one }) => ({
        ...one,
        lastSeen: shortDay(lastSeenAt, domain.timeZone),
      })),
    };
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export const action = formAction(failures, {
  dismiss: { run: (ctx, { path = '' }) => dismissMissingPage(ctx, path), done: null },
});

export const clientAction = formClientAction(failures);

export const handle = new FailingScreen('Missing pages', loadFailure);

export function meta() {
  return screenMeta('Missing pages');
}

export default function MissingPages({ loaderData }: Route.ComponentProps) {
  const { missing, byPeople, byBots, page, pages } = loaderData;
  const [params] = useSearchParams();
  const [edited, setEdited] = useState<EditedRedirect | null>(null);
  const isLoading = useIsLoading(href('/admin/redirects/missing'));
  const isBots = params.get('asked') === 'bots';
  const isSearch = (params.get('q') ?? '').trim() !== '';

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RedirectsHeader view={href('/admin/redirects/missing')} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <nav aria-label="Visitors" className="flex flex-wrap gap-1">
          {[
            { value: null, name: 'People', count: byPeople },
            { value: 'bots', name: 'Bots only', count: byBots },
          ].map(({ value, name, count }) => (
            <Link
              key={name}
              to={changed(params, { asked: value, page: null })}
              {...((value === 'bots') === isBots ? { 'aria-current': 'page' } : {})}
              className={buttonClass('quiet', 'aria-[current=page]:bg-sunken aria-[current=page]:text-ink')}
            >
              {name}
              <span className="text-ink-soft tabular-nums">{count.toLocaleString('en-US')}</span>
            </Link>
          ))}
        </nav>
        <SearchBox placeholder="Search missing pages..." />
      </div>
      {missing.length > 0 ? (
        <MissingPageTable
          missing={missing}
          isLoading={isLoading}
          onRedirect={({ path }) => setEdited({ id: null, from: path, to: null, status: 301 })}
        />
      ) : (
        <div className="grid justify-items-center gap-1 rounded-lg border border-dashed border-line-strong px-4 py-16 text-center">
          <p className="text-base font-semibold">No missing pages{isSearch ? ' found' : ''}</p>
          {!isSearch && (
            <p className="max-w-prose text-ink-soft">
              {isBots
                ? 'Addresses without a page that only bots have asked for appear here.'
                : 'Addresses without a page that visitors have asked for appear here, within a few seconds.'}
            </p>
          )}
        </div>
      )}
      <Pager page={page} pages={pages} />
      {edited !== null && <RedirectDialog redirect={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

export const ErrorBoundary = ScreenFailure;
