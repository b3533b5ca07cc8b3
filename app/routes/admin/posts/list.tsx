import { Plus } from 'lucide-react';
import { useState } from 'react';
import { href, Link, useSearchParams } from 'react-router';

import { requireActor } from '#domain/actor.ts';
import { can } from '#domain/permissions.ts';
import { findTellingStates } from '#domain/post-emails/find-email-states.ts';
import { nameFilter } from '#domain/posts/name-filter.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import { maxPostsAtOnce } from '#domain/posts/posts-input.ts';
import { plannedDate } from '#domain/posts/publishing.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { counted } from '#domain/fields/counted.ts';
import { plannedForMessage } from '../dates.ts';
import { Screen } from '../frame/screen.tsx';
import { useWaitingProposals } from '../hooks/use-frame.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { Pager } from '../list/pager.tsx';
import { PostFilter } from './list/list-filter.tsx';
import { failures } from './list/list-messages.ts';
import { isNarrowed, postOrders, readListQuery } from './list/list-query.ts';
import { listVerbs } from './list/list-verbs.ts';
import { postColumns, type PostTableRow } from './list/post-columns.tsx';
import { DeleteDialog, SelectionBar } from './list/selection-bar.tsx';
import { useSelection } from './list/use-selection.ts';

export const loader = screenLoader(async (domain, { url }) => {
  const query = readListQuery(url.searchParams);
  const { category, authorId } = query;
  const [{ items, ...page }, filter] = await Promise.all([
    listPosts(domain, query),
    nameFilter(domain, {
      categorySlug: category && 'slug' in category ? category.slug : null,
      authorId: authorId ?? null,
    }),
  ]);
  const told = await findTellingStates(domain, items);
  const posts = items.map((post): PostTableRow => ({
    ...post,
    email: told.get(post.id) ?? null,
    plannedFor: plannedForMessage(plannedDate(post, domain.now()), domain.timeZone),
  }));
  const actor = requireActor(domain);
  const canImport = can(actor, 'import-content');
  const canEdit = can(actor, 'edit-content');
  return { ...page, filter, posts, canImport, canEdit };
});

export const action = formAction(failures, listVerbs, { listItems: maxPostsAtOnce });

export const clientAction = formClientAction(failures);

export const handle = new Screen('Posts', 'Failed to load posts. Please try again.');

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function PostList({ loaderData }: { loaderData: Loaded }) {
  const { posts, filter, page, pages, total, isMore, canImport, canEdit } = loaderData;
  const proposals = useWaitingProposals();
  const narrowed = isNarrowed(useSearchParams()[0]);
  const selection = useSelection(posts);
  const [postToDelete, setPostToDelete] = useState<PostTableRow | null>(null);

  return (
    <ListScreen
      heading="Posts"
      actions={
        <>
          {(proposals > 0 || !canEdit) && (
            <Link to={href('/admin/posts/proposals')} className={buttonClass('secondary')}>
              {canEdit ? `Proposals (${proposals.toLocaleString('en-US')})` : 'Your Proposals'}
            </Link>
          )}
          {canImport && (
            <Link to={href('/admin/posts/import')} className={buttonClass('secondary')}>
              Import
            </Link>
          )}
          <Link to={href('/admin/posts/new')} className={buttonClass('primary')}>
            <Plus />
            New Post
          </Link>
        </>
      }
      search="Search posts..."
      filters={<PostFilter names={filter} />}
      count={countOf(total, isMore, narrowed)}
      loading="Loading posts..."
      beforeTable={
        canEdit && (
          <label className="mb-2 flex w-fit items-center gap-2 py-1 text-ink-soft">
            <input
              type="checkbox"
              className="size-4 accent-signal"
              checked={selection.isPageSelected}
              onChange={(event) => selection.set(posts, event.currentTarget.checked)}
            />
            Select all on this page
          </label>
        )
      }
      columns={postColumns({ selection: canEdit ? selection : null, remove: setPostToDelete })}
      orders={postOrders}
      rows={posts}
      isSelected={selection.has}
      empty={
        narrowed
          ? { title: 'No posts found', text: 'Try adjusting your search criteria.' }
          : {
              title: 'No posts yet',
              action: (
                <Link to={href('/admin/posts/new')} className={buttonClass('secondary', 'mt-1')}>
                  Create First Post
                </Link>
              ),
            }
      }
      pager={
        <Pager
          page={page}
          pages={pages}
          hasNext={page < pages || (isMore && posts.length > 0)}
          isMore={isMore}
        />
      }
    >
      {postToDelete && <DeleteDialog posts={[postToDelete]} onClose={() => setPostToDelete(null)} />}
      {selection.posts.length > 0 && <SelectionBar selection={selection} />}
    </ListScreen>
  );
}

function countOf(total: number, isMore: boolean, narrowed: boolean): string {
  if (total === 0) return '';
  const posts = isMore ? `${total.toLocaleString('en-US')}+ posts` : counted(total, 'post');
  return narrowed ? `${posts} found` : posts;
}
