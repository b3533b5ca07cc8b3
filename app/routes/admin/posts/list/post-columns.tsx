import { Copy, ExternalLink, Eye, FileText, Send, Trash2, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { href, Link, useNavigate } from 'react-router';

import type { EmailState } from '#domain/post-emails/find-email-states.ts';
import type { PostListItem } from '#domain/posts/list-posts.ts';
import { badgeClass, Badge } from '#app/ui/badge.tsx';
import { Menu, MenuItem, menuItemClass } from '#app/ui/menu.tsx';
import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { Day, Moment } from '#app/routes/admin/hooks/dates.tsx';
import type { Column } from '#app/routes/admin/list/list-table.tsx';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import { PostBadges } from './post-badges.tsx';
import { EmailStateLink } from '../email/email-state-link.tsx';
import type { postOrders } from './list-query.ts';
import { PublishWhenDialog } from './publish-when-dialog.tsx';
import type { Selection } from './use-selection.ts';

export type PostTableRow = PostListItem & {
  /** What became of its emails; null where nothing has to be said of them. */
  email: EmailState | null;
  /** The publish date in words, of a draft whose date is in the future; otherwise null. */
  plannedFor: string | null;
};

/** Whether a post is published, while a change is sent too, and what changes it. */
function usePublishing(post: PostTableRow) {
  const { submit, isBusy, formData } = useAction();
  const [asksWhen, setAsksWhen] = useState(false);
  const published = (formData?.get('published') ?? String(post.published)) === 'true';
  return {
    published,
    isBusy,
    toggle: () => {
      if (isBusy) return;
      if (!published && post.plannedFor !== null) setAsksWhen(true);
      else void submit({ intent: 'set-published', id: post.id, published: !published }, { method: 'post' });
    },
    question: asksWhen && (
      <PublishWhenDialog
        posts={[post]}
        onClose={() => setAsksWhen(false)}
        onSettled={() => setAsksWhen(false)}
      />
    ),
  };
}

export function postColumns({
  selection,
  remove,
}: {
  /** Missing where nothing can be done with what is selected. */
  selection: Pick<Selection<PostTableRow>, 'has' | 'set'> | null;
  remove: (post: PostTableRow) => void;
}): Column<PostTableRow, keyof typeof postOrders.first>[] {
  return [
    {
      name: 'Title',
      sort: 'title',
      place: 'title',
      cell: (post) => (
        <span className="flex items-center gap-2.5">
          {selection !== null && (
            <input
              type="checkbox"
              aria-label={`Select ${post.title}`}
              checked={selection.has(post)}
              onChange={({ currentTarget: { checked } }) => selection.set([post], checked)}
              className="size-4 shrink-0 accent-signal"
            />
          )}
          <Link
            to={href('/admin/posts/edit/:id', { id: post.id })}
            className="line-clamp-2 min-h-6 min-w-6 rounded-sm text-left leading-6 font-medium wrap-anywhere [unicode-bidi:plaintext] underline-offset-4 hover:underline"
          >
            {post.title}
          </Link>
        </span>
      ),
    },
    {
      name: 'Category',
      width: '@3xl:w-28 @5xl:w-44',
      cell: ({ category }) => (
        <span className="line-clamp-1 wrap-anywhere">{category ?? 'Uncategorized'}</span>
      ),
    },
    {
      name: 'Status',
      width: '@3xl:w-28 @5xl:w-48',
      cell: (post) => (
        <>
          {selection === null ? <PostBadges {...post} /> : <StatusButton post={post} />}
          {post.published && post.publishedAt !== null && (
            <span className="mt-0.5 block text-xs wrap-anywhere @max-3xl:ml-2 @max-3xl:inline">
              {post.scheduled && 'Will be published '}
              {post.scheduled ? <Moment at={post.publishedAt} /> : <Day at={post.publishedAt} />}
              {post.author !== null && ` by ${post.author}`}
            </span>
          )}
          {post.email !== null && (
            <EmailStateLink postId={post.id} email={post.email} className="mt-0.5 text-xs" />
          )}
        </>
      ),
    },
    {
      name: 'Views',
      width: '@3xl:w-20 @5xl:w-32',
      className: '@max-3xl:whitespace-nowrap',
      cell: ({ totalViews, viewsToday }) => (
        <>
          <span className="text-ink">{totalViews.toLocaleString('en-US')}</span>
          <span className="@3xl:hidden"> {totalViews === 1 ? 'view' : 'views'},</span>{' '}
          <span className="text-xs whitespace-nowrap">{viewsToday.toLocaleString('en-US')} today</span>
        </>
      ),
    },
    {
      name: 'Created',
      sort: 'created',
      width: '@3xl:w-26',
      cardLabel: 'Created',
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      name: 'Updated',
      sort: 'updated',
      width: '@3xl:w-26',
      cardLabel: 'Updated',
      className: 'whitespace-nowrap',
      cell: ({ updatedAt }) => <Day at={updatedAt} />,
    },
    {
      name: 'Actions',
      width: '@3xl:w-17',
      place: 'actions',
      cell: (post) => <RowMenu post={post} mayEdit={selection !== null} onDelete={() => remove(post)} />,
    },
  ];
}

function StatusButton({ post }: { post: PostTableRow }) {
  const { published, isBusy, toggle, question } = usePublishing(post);
  return (
    <span className="flex flex-wrap gap-1 @max-3xl:inline-flex">
      <button
        type="button"
        aria-pressed={published}
        aria-disabled={isBusy}
        title={published ? 'Press to unpublish' : 'Press to publish'}
        onClick={({ detail }) => {
          // The second click of a double click would undo the first.
          if (detail < 2) toggle();
        }}
        className={`${badgeClass(published ? 'ok' : 'neutral')} cursor-pointer hover:border-current aria-disabled:cursor-progress`}
      >
        {published ? 'Published' : 'Draft'}
      </button>
      {published && post.scheduled && <Badge tone="warn">Scheduled</Badge>}
      {question}
    </span>
  );
}

function RowMenu({
  post,
  mayEdit,
  onDelete,
}: {
  post: PostTableRow;
  mayEdit: boolean;
  onDelete: () => void;
}) {
  const { published, toggle, question } = usePublishing(post);
  // Sent again with the same key until an answer arrives, so that a retry after a lost answer makes no second copy.
  const copyKey = useRef<string>(null);
  const copy = useAction({
    onDone: () => {
      copyKey.current = null;
    },
  });
  const navigate = useNavigate();

  function duplicate() {
    if (copy.isBusy) return;
    copyKey.current ??= randomUuid();
    void copy.submit({ intent: 'duplicate', id: post.id, creationKey: copyKey.current }, { method: 'post' });
  }

  return (
    <>
      <Menu label={`Actions for ${post.title}`}>
        <MenuItem onSelect={() => void navigate(href('/admin/posts/edit/:id', { id: post.id }))}>
          <FileText />
          Edit
        </MenuItem>
        {published && !post.scheduled ? (
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
        {mayEdit && (
          <>
            <MenuItem onSelect={toggle}>
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
          </>
        )}
      </Menu>
      {question}
    </>
  );
}
