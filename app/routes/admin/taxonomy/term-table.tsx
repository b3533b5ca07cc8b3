import { Merge, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';

import type { TermKind, TermListItem } from '#domain/taxonomy/term.ts';
import { IconButton } from '#app/ui/button.tsx';
import { ColumnHeader, OrderedColumnHeader } from '../list/column-header.tsx';
import { termOrders } from './term-list-query.ts';
import { postsPhrase } from './term-words.ts';

export type TermTableRow = Omit<TermListItem, 'createdAt'> & { created: string };

const cell = '@3xl:border-b @3xl:border-line @3xl:py-1.5 @3xl:pr-3 @3xl:align-middle';

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
    <div className="@container">
      <table
        aria-busy={isLoading}
        className={`block w-full transition-opacity duration-[var(--duration-quick)] @3xl:table @3xl:table-fixed @3xl:border-separate @3xl:border-spacing-0 ${isLoading ? 'opacity-60' : ''}`}
      >
        <thead className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr>
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
          </tr>
        </thead>
        <tbody className="block divide-y divide-line rounded-lg border border-line bg-surface @3xl:table-row-group @3xl:divide-y-0 @3xl:rounded-none @3xl:border-0">
          {terms.map((term) => (
            <tr
              key={term.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-1.5 pl-3 @3xl:table-row @3xl:bg-surface @3xl:hover:bg-[color-mix(in_oklch,var(--color-surface),var(--color-sunken)_55%)]"
            >
              <td className={`${cell} order-1 flex-1 basis-[calc(100%-8rem)] font-medium @3xl:pl-3`}>
                <span className="line-clamp-2 wrap-anywhere [unicode-bidi:plaintext]">{term.name}</span>
              </td>
              <td className={`${cell} order-3 max-w-full text-ink-soft`}>
                <span className="line-clamp-1 font-mono text-xs wrap-anywhere">{term.slug}</span>
              </td>
              {hasDescription && (
                <td className={`${cell} order-6 basis-full text-ink-soft @max-3xl:empty:hidden`}>
                  <span
                    className="line-clamp-1 wrap-anywhere [unicode-bidi:plaintext]"
                    title={term.description ?? undefined}
                  >
                    {term.description ?? '—'}
                  </span>
                </td>
              )}
              <td className={`${cell} order-4 text-ink-soft tabular-nums`}>
                <PostCount kind={kind} term={term} />
              </td>
              <td
                className={`${cell} order-5 text-ink-soft tabular-nums whitespace-nowrap @max-3xl:before:content-['Created_']`}
              >
                {term.created}
              </td>
              <td className={`${cell} order-2 whitespace-nowrap @3xl:text-right`}>
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
        </tbody>
      </table>
    </div>
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
      to={`/admin/posts?category=${term.slug}`}
      title={`Show ${postsPhrase(term)}`}
      className="rounded-sm text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {words}
    </Link>
  );
}
