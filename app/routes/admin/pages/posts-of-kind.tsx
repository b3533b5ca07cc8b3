import { Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { href, Link, useSearchParams } from 'react-router';

import { kinds, pathOf, type PostKind } from '#domain/kinds.ts';
import { IconButton, buttonClass } from '#app/ui/button.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { useCan } from '../hooks/use-can.ts';
import { isNarrowed } from '../list/list-address.ts';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { PostBadges } from '../posts/post-badges.tsx';

type ListedPost = { id: string; slug: string; title: string; published: boolean; scheduled: boolean };

/** The list of the posts of a kind that is not in the blog; its action takes the intent `delete`. */
export function PostsOfKind<Row extends ListedPost>({
  kind,
  heading,
  rows,
  total,
  empty,
  actions,
  columns = [],
  rowActions,
  ...rest
}: {
  kind: Exclude<PostKind, 'post'>;
  heading: string;
  rows: readonly Row[];
  /** How many there are, or were found. */
  total: number;
  /** What is said below "No … yet". */
  empty: string;
  /** Beside the button for a new one. */
  actions?: ReactNode;
  /** Beside those that every kind has. */
  columns?: readonly Column<Row>[];
  rowActions?: (row: Row) => ReactNode;
} & Pick<Parameters<typeof ListScreen<Row>>[0], 'intro' | 'pager' | 'isSelected'>) {
  const { name, noun } = kinds[kind];
  const plural = kinds[kind].plural.toLowerCase();
  const isSearch = isNarrowed(useSearchParams()[0]);
  const [deleted, setDeleted] = useState<Row | null>(null);
  const mayDelete = useCan('edit-content');
  return (
    <ListScreen
      {...rest}
      heading={heading}
      actions={
        <>
          {actions}
          <Link to={`${href('/admin/posts/new')}?kind=${kind}`} className={buttonClass('primary')}>
            <Plus />
            New {name}
          </Link>
        </>
      }
      search={`Search ${plural}...`}
      count={`${total.toLocaleString('en-US')} ${total === 1 ? noun : plural} ${isSearch ? 'found' : 'total'}`}
      columns={columnsOf(kind, columns, mayDelete ? setDeleted : null, rowActions)}
      rows={rows}
      empty={isSearch ? { title: `No ${plural} found` } : { title: `No ${plural} yet`, text: empty }}
    >
      {deleted !== null && (
        <ConfirmAction
          title={`Delete ${name}`}
          confirm="Delete"
          fields={{ intent: 'delete', id: deleted.id }}
          onClose={() => setDeleted(null)}
        >
          <p className="wrap-anywhere">
            Are you sure you want to delete "{deleted.title}"? This action cannot be undone.
          </p>
          <p className="wrap-anywhere">
            Its address {pathOf({ kind, slug: deleted.slug })} will say that the {noun} is gone.
          </p>
        </ConfirmAction>
      )}
    </ListScreen>
  );
}

function columnsOf<Row extends ListedPost>(
  kind: PostKind,
  others: readonly Column<Row>[],
  remove: ((row: Row) => void) | null,
  rowActions?: (row: Row) => ReactNode,
): Column<Row>[] {
  return [
    {
      name: 'Title',
      place: 'title',
      // On a card the buttons stay beside it, however many there are.
      className: rowActions ? 'basis-1/2!' : '',
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
      cell: ({ slug, published, scheduled }) => {
        const path = pathOf({ kind, slug });
        return published && !scheduled ? (
          <a
            href={path}
            target="_blank"
            rel="noreferrer"
            className="block w-fit max-w-full truncate rounded-sm font-mono text-xs underline hover:text-ink"
          >
            {path}
          </a>
        ) : (
          <span className="block truncate font-mono text-xs">{path}</span>
        );
      },
    },
    {
      name: 'Status',
      width: '@3xl:w-52',
      cell: ({ published, scheduled }) => <PostBadges published={published} scheduled={scheduled} />,
    },
    ...others,
    {
      name: 'Actions',
      width: rowActions === undefined ? '@3xl:w-20' : '@3xl:w-44',
      place: 'actions',
      cell: (row) => (
        <>
          {rowActions?.(row)}
          {remove !== null && (
            <IconButton label={`Delete ${row.title}`} onClick={() => remove(row)}>
              <Trash2 />
            </IconButton>
          )}
        </>
      ),
    },
  ];
}
