import { Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { href, Link, useSearchParams } from 'react-router';

import { kinds, type PostKind } from '#domain/core/kinds.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { useCan } from '#app/routes/admin/hooks/use-frame.ts';
import { ListScreen } from '#app/routes/admin/list/list-screen.tsx';
import { countedPosts, nounOf } from './list-messages.ts';
import { isNarrowed, ordersOf } from './list-query.ts';
import type { LoadedList, PostTableRow } from './load-list.ts';
import { postColumns } from './post-columns.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection, type Selection } from './use-selection.ts';

type Props = {
  kind: PostKind;
  heading: string;
  list: LoadedList;
  /** Before the button for a new one. */
  actions?: ReactNode;
  /** Text shown below "No … yet". */
  emptyText?: string;
  /** Highlights a row that is not selected. */
  isMarked?: (post: PostTableRow) => boolean;
  /** Before the menu of a row. */
  rowActions?: (post: PostTableRow) => ReactNode;
} & Pick<ComponentProps<typeof ListScreen>, 'intro' | 'filters' | 'children'>;

/** The list of the posts of a kind. The action of its screen runs `listVerbs`. */
export function PostList({ kind, list, actions, emptyText, isMarked, rowActions, children, ...rest }: Props) {
  const { items, total } = list;
  const narrowed = isNarrowed(useSearchParams()[0]);
  const mayEdit = useCan('edit-content');
  const selection = useSelection(items);
  const plural = nounOf(kind, 2);
  const { name } = kinds[kind];
  const count = list.isMore ? `${total.toLocaleString('en-US')}+ ${plural}` : countedPosts(kind, total);
  const add = href('/admin/posts/new') + (kind === 'post' ? '' : `?kind=${kind}`);
  const addFirst = (
    <Link to={add} className={buttonClass('secondary', 'mt-1')}>
      Create First {name}
    </Link>
  );

  return (
    <ListScreen
      {...rest}
      {...list}
      actions={
        <>
          {actions}
          <Link to={add} className={buttonClass('primary')}>
            <Plus />
            New {name}
          </Link>
        </>
      }
      search={`Search ${plural}...`}
      count={total === 0 ? '' : narrowed ? `${count} found` : count}
      loading={`Loading ${plural}...`}
      beforeTable={mayEdit && <SelectAll selection={selection} posts={items} />}
      columns={postColumns(kind, mayEdit ? selection : null, rowActions)}
      orders={ordersOf(kind)}
      isSelected={(post) => selection.has(post) || isMarked?.(post) === true}
      empty={
        narrowed
          ? { title: `No ${plural} found`, text: 'Try adjusting your search criteria.' }
          : { title: `No ${plural} yet`, text: emptyText, action: addFirst }
      }
    >
      {children}
      {selection.posts.length > 0 && <SelectionBar selection={selection} />}
    </ListScreen>
  );
}

function SelectAll({ selection, posts }: { selection: Selection<PostTableRow>; posts: PostTableRow[] }) {
  return (
    <label className="mb-2 flex w-fit items-center gap-2 py-1 text-ink-soft">
      <input
        type="checkbox"
        className="size-4 accent-signal"
        checked={selection.isPageSelected}
        onChange={(event) => selection.set(posts, event.currentTarget.checked)}
      />
      Select all on this page
    </label>
  );
}
