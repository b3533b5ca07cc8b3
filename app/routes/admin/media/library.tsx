import { Images, LayoutGrid, List } from 'lucide-react';
import { useState } from 'react';
import { Link, data, href } from 'react-router';

import type { Route } from './+types/library';
import { deleteImage } from '#domain/images/delete-image.ts';
import { listImages, type ListedImage } from '#domain/images/list-images.ts';
import { replaceImage } from '#domain/images/replace-image.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { shortDay } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { changed } from '../list/list-address.ts';
import { Pager } from '../list/pager.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListParams } from '../list/use-list-params.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { usePreloadedRoute } from '../hooks/use-preloaded-route.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { MediaDialog } from './media-dialog.tsx';
import { MediaGrid } from './media-grid.tsx';
import { loadFailure, mediaFailures, replacedMessage } from './media-messages.ts';
import { readMediaQuery, type MediaFilter, type MediaQuery, type MediaView } from './media-query.ts';
import { MediaTable } from './media-table.tsx';
import { MediaUpload } from './media-upload.tsx';
import type { ShownImage } from './image-details.ts';

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  const query = readMediaQuery(url.searchParams);
  try {
    const { items, ...page } = await listImages(domain, query);
    return data({ ...page, query, images: items.map((image) => shown(image, domain.timeZone)) });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

const aWeek = 7 * 24 * 3_600_000;

function shown({ createdAt, unusedSince, ...image }: ListedImage, timeZone: string): ShownImage {
  return {
    ...image,
    createdAt: createdAt.toISOString(),
    day: shortDay(createdAt, timeZone),
    removedOn: unusedSince && shortDay(new Date(unusedSince.getTime() + aWeek), timeZone),
  };
}

export const action = formAction(mediaFailures, {
  delete: { run: (ctx, { id = '' }) => deleteImage(ctx, id), done: 'Image deleted successfully.' },
  replace: async (ctx, { id = '', by = '' }) => ({ done: replacedMessage(await replaceImage(ctx, id, by)) }),
});

export const clientAction = formClientAction(mediaFailures);

export const handle = new FailingScreen('Media', loadFailure);

export function meta() {
  return screenMeta('Media');
}

export default function Library({ loaderData }: Route.ComponentProps) {
  usePreloadedRoute(href('/admin/media/image'));
  const { images, query, page, pages, total } = loaderData;
  const [openId, setOpenId] = useState<string | null>(null);
  const params = useListParams();
  const isLoading = useIsLoading(href('/admin/media'));
  const open = images.find(({ id }) => id === openId);
  const View = query.view === 'list' ? MediaTable : MediaGrid;

  return (
    <MediaUpload>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SearchBox placeholder="Search media..." />
        <nav aria-label="Filter" className="flex flex-wrap gap-1">
          {filters.map(({ filter, label }) => (
            <Link
              key={filter}
              to={changed(params, { filter: filter === 'all' ? null : filter, page: null })}
              aria-current={filter === query.filter ? 'true' : undefined}
              className={buttonClass('quiet', 'aria-[current]:bg-sunken aria-[current]:text-ink')}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-3">
          <output className="text-ink-soft tabular-nums">
            {isLoading ? 'Loading media...' : countOf(total, query)}
          </output>
          <ViewSwitch current={query.view} params={params} />
        </div>
      </div>

      {images.length > 0 ? (
        <View images={images} onOpen={setOpenId} />
      ) : (
        <Empty isFiltered={query.search !== '' || query.filter !== 'all'} />
      )}

      <Pager page={page} pages={pages} />

      {open && <MediaDialog key={open.id} image={open} onClose={() => setOpenId(null)} />}
    </MediaUpload>
  );
}

const filters: { filter: MediaFilter; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'no-alt', label: 'Missing alt text' },
  { filter: 'unused', label: 'Unused' },
];

function ViewSwitch({ current, params }: { current: MediaView; params: URLSearchParams }) {
  return (
    <nav aria-label="View" className="flex gap-1">
      {(['grid', 'list'] as const).map((view) => (
        <Link
          key={view}
          to={changed(params, { view: view === 'grid' ? null : view })}
          aria-label={view === 'grid' ? 'Grid' : 'List'}
          aria-current={view === current ? 'true' : undefined}
          className={buttonClass('quiet', 'px-2 aria-[current]:bg-sunken aria-[current]:text-ink')}
        >
          {view === 'grid' ? <LayoutGrid /> : <List />}
        </Link>
      ))}
    </nav>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong px-4 py-16 text-center">
      <Images className="size-6 text-ink-soft" />
      <p className="text-base font-semibold">{isFiltered ? 'No images found' : 'No images yet'}</p>
      <p className="text-ink-soft">
        {isFiltered
          ? 'Try adjusting your search criteria.'
          : 'Upload some, or drop them anywhere on this screen.'}
      </p>
    </div>
  );
}

function countOf(total: number, query: MediaQuery): string {
  if (total === 0) return '';
  const images = `${total.toLocaleString('en-US')} ${total === 1 ? 'image' : 'images'}`;
  return query.search === '' && query.filter === 'all' ? images : `${images} found`;
}

export const ErrorBoundary = ScreenFailure;
