import { Merge, Pencil, Trash2 } from 'lucide-react';
import { Link, href } from 'react-router';

import type { TermKind, TermListItem } from '#domain/taxonomy/term.ts';
import { IconButton } from '#app/ui/button.tsx';
import { ColumnHeader, OrderedColumnHeader } from '../list/column-header.tsx';
import { cellClass, ListTable } from '../list/list-table.tsx';
import { termOrders } from './term-list-query.ts';
import { postsPhrase } from './term-messages.ts';

export type TermTableRow = Omit<TermListItem, 'createdAt'> & { created: string };

/** The terms as a table; on small screens the same table, each row laid out as a card. */
export function TermTable({
  kind,
  terms,
  isLoading,
  onAsk,
}: {
  kind: TermKind;
  terms: readonly TermTableRow[];
  isLoading: boolean;
  onAsk: (what: 'edit' | 'delete' | 'merge', term: TermTableRow) => void;
}) {
  const hasDescription = kind === 'category';
  return (
    <ListTable
      isLoading={isLoading}
      head={
        <>
          <OrderedColumnHeader column="name" orders={termOrders}>
            Name
          </OrderedColumnHeader>
          <OrderedColumnHeader column="slug" orders={termOrders}>
            Slug
          </OrderedColumnHeader>
          {hasDescription && <ColumnHeader className="@5xl:w-1/3">Description</ColumnHeader>}
          <ColumnHeader className="@3xl:w-24">Posts</ColumnHeader>
          <OrderedColumnHeader column="created" orders={termOrders} className="@3xl:w-28">
            Created
          </OrderedColumnHeader>
          <ColumnHeader className="@3xl:w-32 @3xl:text-right">Actions</ColumnHeader>
        </>
      }
    >
      {terms.map((term) => (
        <tr
          key={term.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-1.5 pl-3 @3xl:table-row @3xl:bg-surface @3xl:hover:bg-[color-mix(in_oklch,var(--color-surface),var(--color-sunken)_55%)]"
        >
          <td className={`${cellClass} order-1 flex-1 basis-[calc(100%-8rem)] font-medium @3xl:pl-3`}>
            <span className="line-clamp-2 wrap-anywhere [unicode-bidi:plaintext]">{term.name}</span>
          </td>
          <td className={`${cellClass} order-3 max-w-full text-ink-soft`}>
            <span className="block truncate font-mono text-xs" title={term.slug}>
              {term.slug}
            </span>
          </td>
          {hasDescription && (
            <td className={`${cellClass} order-6 basis-full text-ink-soft @max-3xl:empty:hidden`}>
              <span
                className="line-clamp-1 wrap-anywhere [unicode-bidi:plaintext]"
                title={term.description ?? undefined}
              >
                {term.description ?? '—'}
              </span>
            </td>
          )}
          <td className={`${cellClass} order-4 text-ink-soft tabular-nums`}>
            <PostCount kind={kind} term={term} />
          </td>
          <td
            className={`${cellClass} order-5 text-ink-soft tabular-nums whitespace-nowrap @max-3xl:before:content-['Created_']`}
          >
            {term.created}
          </td>
          <td className={`${cellClass} order-2 whitespace-nowrap @3xl:text-right`}>
            <IconButton label={`Edit ${term.name}`} title="Edit" onClick={() => onAsk('edit', term)}>
              <Pencil />
            </IconButton>
            <IconButton
              label={`Merge ${term.name}`}
              title="Merge into another"
              onClick={() => onAsk('merge', term)}
            >
              <Merge />
            </IconButton>
            <IconButton
              label={`Delete ${term.name}`}
              title="Delete"
              className="hover:text-danger"
              onClick={() => onAsk('delete', term)}
            >
              <Trash2 />
            </IconButton>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/** The posts list can be filtered by a category, so its number leads there. */
function PostCount({ kind, term }: { kind: TermKind; term: TermTableRow }) {
  const words = (
    <>
      {term.posts.toLocaleString('en-US')}
      {term.hasMorePosts && '+'}
      <span className="@3xl:sr-only"> {term.posts === 1 ? 'post' : 'posts'}</span>
    </>
  );
  if (kind === 'tag' || term.posts === 0) return words;
  return (
    <Link
      to={`${href('/admin/posts')}?category=${term.slug}`}
      title={`Show ${postsPhrase(term)}`}
      className="rounded-sm text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {words}
    </Link>
  );
}
