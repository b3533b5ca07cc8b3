import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { href, Link, useSearchParams } from 'react-router';

import type { Route } from './+types/list';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { listOfKind } from '#domain/posts/list-of-kind.ts';
import { IconButton, buttonClass } from '#app/ui/button.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { shortDay } from '../dates.ts';
import { FailingScreen, keepLoaded, loadOrKeep, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { isNarrowed, readPage } from '../list/list-address.ts';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { Pager } from '../list/pager.tsx';
import { PostBadges } from '../posts/post-badges.tsx';

const loadFailure = 'Failed to load pages.';
const failures = { delete: 'Failed to delete page.' };

export const loader = screenLoader(loadFailure, async (domain, { url }) => {
  const query = { search: url.searchParams.get('q') ?? '', page: readPage(url.searchParams) };
  const { items, ...list } = await listOfKind(domain, 'page', query);
  const plainPages = items.map(({ updatedAt, ...page }) => ({
    ...page,
    updated: shortDay(updatedAt, domain.timeZone),
  }));
  return { ...list, plainPages };
});

export const clientLoader = (args: Route.ClientLoaderArgs) => loadOrKeep(args);

export const action = formAction(failures, {
  delete: { run: (ctx, { id = '' }) => deletePosts(ctx, { ids: [id] }), done: 'Page deleted successfully.' },
});

export const clientAction = formClientAction(failures);

export const handle = new FailingScreen('Pages', loadFailure);

export const meta = () => screenMeta('Pages');

type Loaded = Awaited<ReturnType<typeof loader>>;
type PlainPage = Loaded['plainPages'][number];

const newPage = `${href('/admin/posts/new')}?kind=page`;

export default keepLoaded(function PlainPages({ loaderData }: { loaderData: Loaded }) {
  const { plainPages, total, page, pages } = loaderData;
  const [params] = useSearchParams();
  const [deleted, setDeleted] = useState<PlainPage | null>(null);
  const isSearch = isNarrowed(params);

  return (
    <ListScreen
      heading="Pages"
      actions={
        <Link to={newPage} className={buttonClass('primary')}>
          <Plus />
          New Page
        </Link>
      }
      search="Search pages..."
      count={`${total.toLocaleString('en-US')} ${total === 1 ? 'page' : 'pages'} ${isSearch ? 'found' : 'total'}`}
      columns={columnsOf(setDeleted)}
      rows={plainPages}
      empty={
        isSearch
          ? { title: 'No pages found' }
          : {
              title: 'No pages yet',
              text: 'An imprint, careers, a case study: a page with an address of its own that is not part of the blog.',
            }
      }
      pager={<Pager page={page} pages={pages} />}
    >
      {deleted !== null && (
        <ConfirmAction
          title="Delete Page"
          confirm="Delete"
          fields={{ intent: 'delete', id: deleted.id }}
          onClose={() => setDeleted(null)}
        >
          <p className="wrap-anywhere">
            Are you sure you want to delete "{deleted.title}"? This action cannot be undone.
          </p>
          <p className="wrap-anywhere">Its address /{deleted.slug} will say that the page is gone.</p>
        </ConfirmAction>
      )}
    </ListScreen>
  );
});

function columnsOf(remove: (page: PlainPage) => void): Column<PlainPage>[] {
  return [
    {
      name: 'Title',
      place: 'title',
      cell: ({ id, title }) => (
        <Link
          to={href('/admin/posts/edit/:id', { id })}
          className="line-clamp-2 rounded-sm font-medium wrap-anywhere hover:underline [unicode-bidi:plaintext]"
        >
          {title}
        </Link>
      ),
    },
    {
      name: 'Address',
      place: 'line',
      cell: ({ slug, published, scheduled }) =>
        published && !scheduled ? (
          <a
            href={href('/:slug', { slug })}
            target="_blank"
            rel="noreferrer"
            className="block w-fit max-w-full truncate rounded-sm font-mono text-xs underline hover:text-ink"
          >
            /{slug}
          </a>
        ) : (
          <span className="block truncate font-mono text-xs">/{slug}</span>
        ),
    },
    {
      name: 'Status',
      width: '@3xl:w-52',
      cell: ({ published, scheduled }) => <PostBadges published={published} scheduled={scheduled} />,
    },
    { name: 'Updated', width: '@3xl:w-28', cell: ({ updated }) => updated },
    {
      name: 'Actions',
      width: '@3xl:w-20',
      place: 'actions',
      cell: (page) => (
        <IconButton label={`Delete ${page.title}`} onClick={() => remove(page)}>
          <Trash2 />
        </IconButton>
      ),
    },
  ];
}

export const ErrorBoundary = ScreenFailure;
