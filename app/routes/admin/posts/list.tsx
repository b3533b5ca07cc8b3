import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, data, useSearchParams, href } from 'react-router';

import type { Route } from './+types/list';
import { findEmailStates } from '#domain/post-emails/find-email-states.ts';
import { nameFilter } from '#domain/posts/name-filter.ts';
import { listPosts, postsPerPage } from '#domain/posts/list-posts.ts';
import { postLimits } from '#domain/posts/post-input.ts';
import { maxPostsAtOnce } from '#domain/posts/posts-input.ts';
import { plannedDate } from '#domain/posts/publishing.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { plannedForMessage, shortDay } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { PageSize } from '../list/page-size.tsx';
import { Pager } from '../list/pager.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { useIsLoading } from '../hooks/use-is-loading.ts';
import { DeletePostDialog } from './list/delete-post-dialog.tsx';
import { FilterMenu, FilterChips } from './list/list-filter.tsx';
import { listVerbs } from './list/list-verbs.ts';
import { failures, loadFailure } from './list/list-messages.ts';
import { isNarrowed, readListQuery, readPerPage } from './list/list-query.ts';
import { PostTable, type PostTableRow } from './list/post-table.tsx';
import { SelectAllButton } from './list/select-all-button.tsx';
import { SelectionBar } from './list/selection-bar.tsx';
import { useSelection } from './list/use-selection.ts';

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  const query = readListQuery(url.searchParams);
  const { category, authorId } = query;
  try {
    const [{ items, ...page }, filter] = await Promise.all([
      listPosts(domain, query),
      nameFilter(domain, {
        categorySlug: category && 'slug' in category ? category.slug : null,
        authorId: authorId ?? null,
      }),
    ]);
    const emails = await findEmailStates(
      domain,
      items.map(({ id }) => id),
    );
    const now = domain.now();
    return data({
      ...page,
      maxAtOnce: maxPostsAtOnce,
      filter,
      posts: items.map(({ createdAt, updatedAt, publishedAt, ...post }) => ({
        ...post,
        email: emails?.[post.id] ?? null,
        created: shortDay(createdAt, domain.timeZone),
        updated: shortDay(updatedAt, domain.timeZone),
        plannedFor: plannedForMessage(
          plannedDate({ published: post.published, publishedAt }, now),
          domain.timeZone,
        ),
      })),
    });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export const action = formAction(failures, listVerbs, {
  listItems: maxPostsAtOnce + postLimits.tags,
});

export const clientAction = formClientAction(failures);

export const handle = new FailingScreen('Posts', loadFailure);

export function meta() {
  return screenMeta('Posts');
}

export default function PostList({ loaderData }: Route.ComponentProps) {
  const { posts, filter, page, pages, total, isMore, maxAtOnce } = loaderData;
  const [params] = useSearchParams();
  const isLoading = useIsLoading(href('/admin/posts'));
  const narrowed = isNarrowed(params);
  const selection = useSelection(posts);
  const isAllSelected = selection.posts.length >= Math.min(total, maxAtOnce);
  const heading = useRef<HTMLHeadingElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [postToDelete, setPostToDelete] = useState<PostTableRow | null>(null);
  const [focusAfterDelete, setFocusAfterDelete] = useState<{ post: PostTableRow | undefined } | null>(null);
  // After the dialog has closed and returned the focus to a button of the deleted row.
  useEffect(() => {
    if (focusAfterDelete !== null) (actionsOf(focusAfterDelete.post) ?? search.current)?.focus();
  }, [focusAfterDelete]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          Posts
        </h1>
        <Link to={href('/admin/posts/new')} className={buttonClass('primary')}>
          <Plus />
          New Post
        </Link>
      </header>

      <div className="flex flex-wrap items-center gap-2">
        <SearchBox ref={search} placeholder="Search posts..." />
        <FilterMenu names={filter} />
        <FilterChips names={filter} />
        <output className="ml-auto text-ink-soft tabular-nums">
          {isLoading ? 'Loading posts...' : countOf(total, isMore, narrowed)}
        </output>
      </div>

      {posts.length > 0 ? (
        <PostTable
          posts={posts}
          isLoading={isLoading}
          selection={selection}
          selectAll={
            !isAllSelected && (
              <SelectAllButton
                query={params}
                total={total}
                isMore={isMore}
                maxAtOnce={maxAtOnce}
                onSelect={(all) => selection.set(all, true)}
              />
            )
          }
          onDelete={setPostToDelete}
        />
      ) : (
        <Empty isNarrowed={narrowed} />
      )}

      <Pager
        page={page}
        pages={pages}
        hasNext={page < pages || (isMore && posts.length > 0)}
        isMore={isMore}
      />
      {total > postsPerPage[0] && (
        <PageSize label="Posts per page" sizes={postsPerPage} current={readPerPage(params)} />
      )}
      {postToDelete && (
        <DeletePostDialog
          key={postToDelete.id}
          posts={[postToDelete]}
          onClose={() => setPostToDelete(null)}
          onSettled={({ ok }) => {
            setPostToDelete(null);
            if (!ok) return;
            selection.set([postToDelete], false);
            setFocusAfterDelete({ post: neighborOf(postToDelete, posts) });
          }}
        />
      )}
      {selection.posts.length > 0 && (
        <SelectionBar
          posts={selection.posts}
          elsewhere={selection.elsewhere}
          onGone={selection.drop}
          onClear={() => {
            selection.clear();
            heading.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** The row to focus after this one is deleted: the next, or the previous one at the end. */
function neighborOf(post: PostTableRow, posts: readonly PostTableRow[]): PostTableRow | undefined {
  const at = posts.findIndex(({ id }) => id === post.id);
  return at === -1 ? posts[0] : (posts[at + 1] ?? posts[at - 1]);
}

function actionsOf(post: PostTableRow | undefined): HTMLElement | null {
  return post === undefined
    ? null
    : document.querySelector(`[data-post="${post.id}"] [aria-haspopup="menu"]`);
}

function Empty({ isNarrowed: narrowed }: { isNarrowed: boolean }) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong px-4 py-16 text-center">
      <p className="text-base font-semibold">{narrowed ? 'No posts found' : 'No posts yet'}</p>
      {narrowed ? (
        <p className="text-ink-soft">Try adjusting your search criteria.</p>
      ) : (
        <Link to={href('/admin/posts/new')} className={buttonClass('secondary', 'mt-1')}>
          Create First Post
        </Link>
      )}
    </div>
  );
}

function countOf(total: number, isMore: boolean, narrowed: boolean): string {
  if (total === 0) return '';
  const posts = `${total.toLocaleString('en-US')}${isMore ? '+' : ''} ${total === 1 ? 'post' : 'posts'}`;
  return narrowed ? `${posts} found` : posts;
}

export const ErrorBoundary = ScreenFailure;
