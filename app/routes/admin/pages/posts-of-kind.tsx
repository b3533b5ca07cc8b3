import { Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { href, Link } from 'react-router';

import { kinds, pathOf, type PostKind } from '#domain/kinds.ts';
import { Badge } from '#app/ui/badge.tsx';
import { IconButton, buttonClass } from '#app/ui/button.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { useCan } from '../hooks/use-frame.ts';
import { ListScreen } from '../list/list-screen.tsx';
import type { Column } from '../list/list-table.tsx';
import { PostBadges } from '../posts/list/post-badges.tsx';

type ListedPost = { id: string; slug: string; title: string; published: boolean; scheduled: boolean };

/** A page that is there whatever is written. */
type ListedDocument = {
  id: string;
  title: string;
  /** Where it is edited. */
  to: string;
  /** Null: it has none. */
  address: string | null;
  hasDraft: boolean;
  isExample: boolean;
};

type Listed = ListedPost | ListedDocument;

/** The list of the posts of a kind that is not in the blog; its action takes the intent `delete`. */
export function PostsOfKind<Row extends Listed>({
  kind,
  heading,
  rows,
  empty,
  actions,
  columns = [],
  rowActions,
  children,
  ...rest
}: {
  kind: Exclude<PostKind, 'post'>;
  heading: string;
  rows: readonly Row[];
  /** What is said below "No … yet". */
  empty: string;
  /** Beside the button for a new one. */
  actions?: ReactNode;
  /** Beside those that every kind has. */
  columns?: readonly Column<Row>[];
  rowActions?: (row: Row) => ReactNode;
  /** After the list. */
  children?: ReactNode;
} & Pick<
  Parameters<typeof ListScreen<Row>>[0],
  'intro' | 'total' | 'found' | 'page' | 'pages' | 'isSelected'
>) {
  const { name, noun } = kinds[kind];
  const plural = kinds[kind].plural.toLowerCase();
  const [deleted, setDeleted] = useState<ListedPost | null>(null);
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
      names={{ one: noun, many: plural }}
      columns={columnsOf(kind, columns, mayDelete ? setDeleted : null, rowActions)}
      rows={rows}
      notFound={`No ${plural} found`}
      empty={{ title: `No ${plural} yet`, text: empty }}
    >
      {children}
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

function DocumentBadges({ hasDraft, isExample }: Pick<ListedDocument, 'hasDraft' | 'isExample'>) {
  return (
    <span className="flex flex-wrap gap-1">
      {isExample && <Badge>Example text</Badge>}
      {hasDraft ? <Badge>Draft</Badge> : !isExample && <Badge tone="ok">Live</Badge>}
    </span>
  );
}

function columnsOf<Row extends Listed>(
  kind: PostKind,
  others: readonly Column<Row>[],
  remove: ((post: ListedPost) => void) | null,
  rowActions?: (row: Row) => ReactNode,
): Column<Row>[] {
  return [
    {
      name: 'Title',
      place: 'title',
      // On a card the buttons stay beside it, however many there are.
      className: rowActions ? 'basis-1/2!' : '',
      cell: (row) => (
        <Link
          to={'to' in row ? row.to : href('/admin/posts/edit/:id', { id: row.id })}
          className="line-clamp-2 rounded-sm font-medium wrap-anywhere hover:underline [unicode-bidi:plaintext]"
        >
          {row.title}
        </Link>
      ),
    },
    {
      name: 'Address',
      place: 'line',
      cell: (row) => {
        const path = 'to' in row ? row.address : pathOf({ kind, slug: row.slug });
        if (path === null) return null;
        return 'to' in row || (row.published && !row.scheduled) ? (
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
      cell: (row) => ('to' in row ? <DocumentBadges {...row} /> : <PostBadges {...row} />),
    },
    ...others,
    {
      name: 'Actions',
      width: rowActions === undefined ? '@3xl:w-20' : '@3xl:w-44',
      place: 'actions',
      cell: (row) => (
        <>
          {rowActions?.(row)}
          {remove !== null && 'slug' in row && (
            <IconButton label={`Delete ${row.title}`} onClick={() => remove(row)}>
              <Trash2 />
            </IconButton>
          )}
        </>
      ),
    },
  ];
}
