import { Copy, Ellipsis, ExternalLink, Eye, FileText, Send, Trash2, Undo2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Link, useNavigate, href } from 'react-router';

import type { EmailState } from '#domain/post-emails/find-email-states.ts';
import type { PostListItem } from '#domain/posts/post.ts';
import { badgeClass, Badge } from '#app/ui/badge.tsx';
import { Menu, MenuItem, menuItemClass } from '#app/ui/menu.tsx';
import { ColumnHeader, OrderedColumnHeader } from '#app/routes/admin/list/column-header.tsx';
import { cellClass, ListTable } from '#app/routes/admin/list/list-table.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { postOrders } from './list-query.ts';
import { EmailStateLink } from '../email/email-state-link.tsx';
import { PublishWhenDialog } from './publish-when-dialog.tsx';
import type { SelectionControls } from './use-selection.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';

export type PostTableRow = Omit<PostListItem, 'createdAt' | 'updatedAt' | 'publishedAt'> & {
  created: string;
  updated: string;
  /** What became of its emails; null where no post can be emailed. */
  email: EmailState | null;
  /** The publish date in words, of a draft whose date is in the future; otherwise null. */
  plannedFor: string | null;
};

/** The posts as a table; on small screens the same table, each row laid out as a card. */
export function PostTable({
  posts,
  isLoading,
  selection,
  selectAll,
  onDelete,
}: {
  posts: readonly PostTableRow[];
  isLoading: boolean;
  selection: SelectionControls;
  /** Selects the posts of the other pages too; shown when those of this one are selected. */
  selectAll: ReactNode;
  onDelete: (post: PostTableRow) => void;
}) {
  return (
    <div className="@container">
      <div className="mb-1 flex min-h-8 flex-wrap items-center gap-x-2 @3xl:mb-0">
        <label className="flex w-fit items-center gap-2 py-1 text-ink-soft @3xl:pl-3">
          <input
            type="checkbox"
            className="size-4 accent-signal"
            checked={selection.isPageSelected}
            onChange={() => selection.set(posts, !selection.isPageSelected)}
          />
          Select all on this page
        </label>
        {selection.isPageSelected && selectAll}
      </div>
      <ListTable
        isLoading={isLoading}
        head={
          <>
            <OrderedColumnHeader column="title" orders={postOrders}>
              Title
            </OrderedColumnHeader>
            <ColumnHeader className="@3xl:w-28 @5xl:w-44">Category</ColumnHeader>
            <ColumnHeader className="@3xl:w-28 @5xl:w-48">Status</ColumnHeader>
            <ColumnHeader className="@3xl:w-20 @5xl:w-32">Views</ColumnHeader>
            <OrderedColumnHeader column="created" orders={postOrders} className="@3xl:w-26">
              Created
            </OrderedColumnHeader>
            <OrderedColumnHeader column="updated" orders={postOrders} className="@3xl:w-26">
              Updated
            </OrderedColumnHeader>
            <ColumnHeader className="@3xl:w-17 @3xl:text-right">Actions</ColumnHeader>
          </>
        }
      >
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            isSelected={selection.has(post.id)}
            onSelect={(isRange) => selection.toggle(post.id, isRange)}
            onDelete={() => onDelete(post)}
          />
        ))}
      </ListTable>
    </div>
  );
}

function PostRow({
  post,
  isSelected,
  onSelect,
  onDelete,
}: {
  post: PostTableRow;
  isSelected: boolean;
  /** @param isRange with Shift: also the rows since the one before */
  onSelect: (isRange: boolean) => void;
  onDelete: () => void;
}) {
  const toggle = useAction();
  const navigate = useNavigate();
  const [asksWhen, setAsksWhen] = useState(false);
  // Sent again with the same key until an answer arrives, so that a retry after a lost answer makes no second copy.
  const copyKey = useRef<string>(null);
  const copy = useAction({
    onDone: () => {
      copyKey.current = null;
    },
  });

  const wanted = toggle.formData?.get('published');
  const published = wanted === undefined || wanted === null ? post.published : wanted === 'true';
  const scheduled = published && post.scheduled;
  const isPublic = published && !scheduled;

  function setPublished(next: boolean) {
    if (toggle.isBusy) return;
    if (next && post.plannedFor !== null) setAsksWhen(true);
    else
      void toggle.submit(
        { intent: 'set-published', id: post.id, published: String(next) },
        { method: 'post' },
      );
  }

  function duplicate() {
    if (copy.isBusy) return;
    copyKey.current ??= randomUuid();
    void copy.submit({ intent: 'duplicate', id: post.id, creationKey: copyKey.current }, { method: 'post' });
  }

  return (
    <tr
      data-post={post.id}
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 @3xl:table-row ${
        isSelected
          ? 'bg-signal/7'
          : '@3xl:bg-surface @3xl:hover:bg-[color-mix(in_oklch,var(--color-surface),var(--color-sunken)_55%)]'
      }`}
    >
      <td className={`${cellClass} order-1 flex-1 basis-[calc(100%-4rem)] @3xl:pl-3`}>
        <span className="flex items-center gap-2.5">
          <input
            type="checkbox"
            aria-label={`Select ${post.title}`}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            className="size-4 shrink-0 accent-signal"
          />
          <Link
            to={href('/admin/posts/edit/:id', { id: post.id })}
            className="line-clamp-2 min-h-6 min-w-6 rounded-sm text-left leading-6 font-medium wrap-anywhere [unicode-bidi:plaintext] underline-offset-4 hover:underline"
          >
            {post.title}
          </Link>
        </span>
        {asksWhen && (
          <PublishWhenDialog
            posts={[post]}
            planned={[post]}
            onClose={() => setAsksWhen(false)}
            onSettled={() => setAsksWhen(false)}
          />
        )}
      </td>
      <td className={`${cellClass} order-4 flex-1 basis-12 text-ink-soft`}>
        <span className="line-clamp-1 wrap-anywhere">{post.category ?? 'Uncategorized'}</span>
      </td>
      <td className={`${cellClass} order-3`}>
        <span className="flex flex-wrap gap-1">
          <button
            type="button"
            aria-pressed={published}
            aria-disabled={toggle.isBusy}
            title={published ? 'Press to unpublish' : 'Press to publish'}
            onClick={({ detail }) => {
              // The second click of a double click would undo the first.
              if (detail < 2) setPublished(!published);
            }}
            className={`${badgeClass(published ? 'ok' : 'neutral')} cursor-pointer hover:border-current aria-disabled:cursor-progress`}
          >
            {published ? 'Published' : 'Draft'}
          </button>
          {scheduled && <Badge tone="warn">Scheduled</Badge>}
        </span>
        {post.email !== null && (
          <EmailStateLink postId={post.id} email={post.email} className="mt-0.5 text-xs" />
        )}
      </td>
      <td className={`${cellClass} order-5 text-ink-soft tabular-nums @max-3xl:whitespace-nowrap`}>
        <span className="text-ink">{post.totalViews.toLocaleString('en-US')}</span>
        <span className="@3xl:hidden"> {post.totalViews === 1 ? 'view' : 'views'},</span>{' '}
        <span className="text-xs whitespace-nowrap @3xl:ml-1">
          {post.viewsToday.toLocaleString('en-US')} today
        </span>
      </td>
      <td
        className={`${cellClass} order-6 text-ink-soft tabular-nums whitespace-nowrap @max-3xl:before:content-['Created_']`}
      >
        {post.created}
      </td>
      <td
        className={`${cellClass} order-7 text-ink-soft tabular-nums whitespace-nowrap @max-3xl:before:content-['Updated_']`}
      >
        {post.updated}
      </td>
      <td className={`${cellClass} order-2 @max-3xl:-mr-1.5 @3xl:text-right`}>
        <Menu label={`Actions for ${post.title}`} icon={<Ellipsis />}>
          <MenuItem onSelect={() => void navigate(href('/admin/posts/edit/:id', { id: post.id }))}>
            <FileText />
            Edit
          </MenuItem>
          {isPublic ? (
            <a
              role="menuitem"
              tabIndex={-1}
              href={href('/blog/:slug', { slug: post.slug })}
              target="_blank"
              rel="noopener"
              className={menuItemClass}
            >
              <ExternalLink />
              View Live
            </a>
          ) : (
            <MenuItem onSelect={() => void navigate(href('/admin/posts/preview/:id', { id: post.id }))}>
              <Eye />
              Preview
            </MenuItem>
          )}
          <MenuItem onSelect={() => setPublished(!published)}>
            {published ? <Undo2 /> : <Send />}
            {published ? 'Unpublish' : 'Publish'}
          </MenuItem>
          <MenuItem onSelect={duplicate}>
            <Copy />
            Duplicate
          </MenuItem>
          <MenuItem danger onSelect={onDelete}>
            <Trash2 />
            Delete
          </MenuItem>
        </Menu>
      </td>
    </tr>
  );
}
