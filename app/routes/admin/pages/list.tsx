import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, href, useSearchParams } from 'react-router';

import type { Route } from './+types/list';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { listPlainPages } from '#domain/posts/list-plain-pages.ts';
import { IconButton, buttonClass } from '#app/ui/button.tsx';
import { Question } from '#app/ui/confirm-dialog.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { useAction } from '../actions/use-action.ts';
import { shortDay } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { ColumnHeader } from '../list/column-header.tsx';
import { readPage } from '../list/list-address.ts';
import { cellClass, ListTable } from '../list/list-table.tsx';
import { Pager } from '../list/pager.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { PostBadges } from '../posts/post-badges.tsx';

const loadFailure = 'Failed to load pages.';
const failures = { delete: 'Failed to delete page.' };

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const query = { search: url.searchParams.get('q') ?? '', page: readPage(url.searchParams) };
    const { items, ...list } = await listPlainPages(domain, query);
    const plainPages = items.map(({ updatedAt, ...page }) => ({
      ...page,
      updated: shortDay(updatedAt, domain.timeZone),
    }));
    return { ...list, plainPages };
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export const action = formAction(failures, {
  delete: { run: (ctx, { id = '' }) => deletePosts(ctx, { ids: [id] }), done: 'Page deleted successfully.' },
});

export const clientAction = formClientAction(failures);

export const handle = new FailingScreen('Pages', loadFailure);

export function meta() {
  return screenMeta('Pages');
}

type PlainPageTableRow = Awaited<ReturnType<typeof loader>>['plainPages'][number];

const newPage = `${href('/admin/posts/new')}?kind=page`;

export default function PlainPages({ loaderData }: Route.ComponentProps) {
  const { plainPages, total, page, pages } = loaderData;
  const [params] = useSearchParams();
  const [deleted, setDeleted] = useState<PlainPageTableRow | null>(null);
  const isLoading = useIsLoading(href('/admin/pages'));
  const isSearch = (params.get('q') ?? '').trim() !== '';
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          Pages
        </h1>
        <Link to={newPage} className={buttonClass('primary')}>
          <Plus />
          New Page
        </Link>
      </header>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox placeholder="Search pages..." />
        <output className="ml-auto text-ink-soft tabular-nums">
          {`${total.toLocaleString('en-US')} ${total === 1 ? 'page' : 'pages'} ${isSearch ? 'found' : 'total'}`}
        </output>
      </div>
      {plainPages.length > 0 ? (
        <PlainPageTable plainPages={plainPages} isLoading={isLoading} onDelete={setDeleted} />
      ) : (
        <div className="grid justify-items-center gap-1 rounded-lg border border-dashed border-line-strong px-4 py-16 text-center">
          <p className="text-base font-semibold">{isSearch ? 'No pages found' : 'No pages yet'}</p>
          {!isSearch && (
            <p className="max-w-prose text-ink-soft">
              An imprint, careers, a case study: a page with an address of its own that is not part of the
              blog.
            </p>
          )}
        </div>
      )}
      <Pager page={page} pages={pages} />
      {deleted !== null && (
        <DeletePageDialog
          page={deleted}
          onClose={() => setDeleted(null)}
          onDone={() => {
            setDeleted(null);
            heading.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** The plain pages; on small screens each row is laid out as a card. */
function PlainPageTable({
  plainPages,
  isLoading,
  onDelete,
}: {
  plainPages: readonly PlainPageTableRow[];
  isLoading: boolean;
  onDelete: (page: PlainPageTableRow) => void;
}) {
  return (
    <ListTable
      isLoading={isLoading}
      head={
        <>
          <ColumnHeader>Title</ColumnHeader>
          <ColumnHeader>Address</ColumnHeader>
          <ColumnHeader className="@3xl:w-52">Status</ColumnHeader>
          <ColumnHeader className="@3xl:w-28">Updated</ColumnHeader>
          <ColumnHeader className="@3xl:w-20 @3xl:text-right">Actions</ColumnHeader>
        </>
      }
    >
      {plainPages.map((page) => (
        <tr
          key={page.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-1.5 pl-3 @3xl:table-row @3xl:bg-surface"
        >
          <td className={`${cellClass} order-1 min-w-0 flex-1 basis-[calc(100%-6rem)] font-medium @3xl:pl-3`}>
            <Link
              to={href('/admin/posts/edit/:id', { id: page.id })}
              className="line-clamp-2 rounded-sm wrap-anywhere hover:underline [unicode-bidi:plaintext]"
            >
              {page.title}
            </Link>
          </td>
          <td className={`${cellClass} order-3 min-w-0 max-w-full basis-full text-ink-soft`}>
            {page.published && !page.scheduled ? (
              <a
                href={href('/:slug', { slug: page.slug })}
                target="_blank"
                rel="noreferrer"
                className="block w-fit max-w-full truncate rounded-sm font-mono text-xs underline hover:text-ink"
              >
                /{page.slug}
              </a>
            ) : (
              <span className="block truncate font-mono text-xs">/{page.slug}</span>
            )}
          </td>
          <td className={`${cellClass} order-4`}>
            <PostBadges published={page.published} scheduled={page.scheduled} />
          </td>
          <td className={`${cellClass} order-5 text-ink-soft tabular-nums whitespace-nowrap`}>
            {page.updated}
          </td>
          <td className={`${cellClass} order-2 flex min-h-8 justify-end @3xl:table-cell @3xl:text-right`}>
            <IconButton label={`Delete ${page.title}`} onClick={() => onDelete(page)}>
              <Trash2 />
            </IconButton>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/** Asks before a plain page is deleted. */
function DeletePageDialog({
  page: { id, title, slug },
  onClose,
  onDone,
}: {
  page: PlainPageTableRow;
  onClose: () => void;
  onDone: () => void;
}) {
  const { submit, isBusy } = useAction({ onDone, onStale: onDone });
  return (
    <Question
      title="Delete Page"
      yes="Delete"
      isPending={isBusy}
      onNo={onClose}
      onYes={() => void submit({ intent: 'delete', id }, { method: 'post' })}
    >
      <p className="wrap-anywhere">
        Are you sure you want to delete "{title}"? This action cannot be undone.
      </p>
      <p className="wrap-anywhere">Its address /{slug} will say that the page is gone.</p>
    </Question>
  );
}

export const ErrorBoundary = ScreenFailure;
