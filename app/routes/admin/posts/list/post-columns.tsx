import type { ReactNode } from 'react';
import { Link, href } from 'react-router';

import { inWidth } from '#domain/images/image-address.ts';
import { kinds, pathOf, type PostKind } from '#domain/core/kinds.ts';
import { Image } from '#app/ui/image.tsx';
import { Day, Moment } from '#app/routes/admin/hooks/dates.tsx';
import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import type { Column } from '#app/routes/admin/list/list-table.tsx';
import { EmailStateLink } from '../email/email-state-link.tsx';
import { AddressCell, titleLinkClass } from './cells.tsx';
import type { PostSort } from './list-query.ts';
import type { PostTableRow } from './load-list.ts';
import { PostBadges } from './post-badges.tsx';
import { RowMenu, StatusButton } from './row-menu.tsx';
import type { Selection } from './use-selection.ts';

type PostColumn = Column<PostTableRow, PostSort>;

/** The columns of the list of a kind. @param selection null where nothing can be done with what is selected */
export function postColumns(
  kind: PostKind,
  selection: Selection<PostTableRow> | null,
  rowActions?: (post: PostTableRow) => ReactNode,
): PostColumn[] {
  return [
    {
      name: 'Title',
      sort: 'title',
      place: 'title',
      // On a card the buttons stay beside it, however many there are.
      className: rowActions ? 'basis-1/2!' : '',
      cell: (post) => <Title post={post} selection={selection} />,
    },
    ...kinds[kind].adminList.columns.map((name) => ({ name, ...columns[name] })),
    {
      name: 'Actions',
      width: rowActions ? '@3xl:w-48' : '@3xl:w-17',
      place: 'actions',
      cell: (post) => (
        <>
          {rowActions?.(post)}
          <RowMenu post={post} />
        </>
      ),
    },
  ];
}

const columns = {
  Category: {
    width: '@3xl:w-28 @5xl:w-44',
    cell: ({ category }) => <span className="line-clamp-1 wrap-anywhere">{category ?? 'Uncategorized'}</span>,
  },
  Client: { width: '@3xl:w-40', cell: ({ client }) => client },
  Address: { place: 'line', cell: (post) => <AddressCell path={pathOf(post)} isPublic={isPublic(post)} /> },
  Status: { width: '@3xl:w-28 @5xl:w-48', cell: (post) => <Status post={post} /> },
  Views: {
    width: '@3xl:w-20 @5xl:w-32',
    className: '@max-3xl:whitespace-nowrap',
    cell: ({ totalViews, viewsToday }) => (
      <>
        <span className="text-ink">{totalViews.toLocaleString('en-US')}</span>
        <span className="@3xl:hidden"> {totalViews === 1 ? 'view' : 'views'},</span>{' '}
        <span className="text-xs whitespace-nowrap text-ink-soft">
          +{viewsToday.toLocaleString('en-US')} today
        </span>
      </>
    ),
  },
  Created: {
    sort: 'created',
    width: '@3xl:w-26',
    cardLabel: 'Created',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  Updated: {
    sort: 'updated',
    width: '@3xl:w-26',
    cardLabel: 'Updated',
    className: 'whitespace-nowrap',
    cell: ({ updatedAt }) => <Day at={updatedAt} />,
  },
} satisfies Record<(typeof kinds)[PostKind]['adminList']['columns'][number], Omit<PostColumn, 'name'>>;

function isPublic({ published, scheduled }: PostTableRow): boolean {
  return published && !scheduled;
}

function Title({ post, selection }: { post: PostTableRow; selection: Selection<PostTableRow> | null }) {
  const { author, publishedAt, email } = post;
  return (
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
      <Thumbnail src={post.featuredImage} />
      <span className="grid min-w-0">
        <Link to={href('/admin/posts/edit/:id', { id: post.id })} className={titleLinkClass}>
          {post.title}
        </Link>
        {/* A dot at the beginning of a line is beyond the edge. */}
        <span className="flex flex-wrap text-xs text-ink-soft wrap-anywhere [clip-path:inset(0_-100vw_0_0.75rem)] -ml-3 *:relative *:pl-3 *:before:absolute *:before:left-0 *:before:w-3 *:before:text-center *:before:content-['·'/'']">
          {author !== null && <span dir="auto">{author}</span>}
          {post.published && publishedAt !== null && (
            <span>
              {post.scheduled && 'Will be published '}
              {post.scheduled ? <Moment at={publishedAt} /> : <Day at={publishedAt} />}
            </span>
          )}
          {email !== null && <EmailStateLink postId={post.id} email={email} />}
        </span>
      </span>
    </span>
  );
}

const thumbnailClass = 'h-9 w-12 shrink-0 rounded-sm bg-sunken';

function Thumbnail({ src }: { src: string | null }) {
  const instead = <span className={thumbnailClass} />;
  if (src === null) return instead;
  return (
    <Image src={inWidth(src, 160)} isLazy className={`${thumbnailClass} object-cover`} instead={instead} />
  );
}

function Status({ post }: { post: PostTableRow }) {
  return useCan('edit-content') ? <StatusButton post={post} /> : <PostBadges {...post} />;
}
