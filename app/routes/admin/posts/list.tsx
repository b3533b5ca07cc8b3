import { Plus, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import {
  Form,
  Link,
  data,
  isRouteErrorResponse,
  useNavigation,
  useSearchParams,
  useSubmit,
} from 'react-router';

import type { Route } from './+types/list';
import { deletePost } from '#domain/posts/delete-post.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { textField } from '#app/http/form-fields.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { shortDay } from '../dates.ts';
import { FailureScreen } from '../failure-screen.tsx';
import { screenMeta } from '../screen-meta.ts';
import { listFailures, type ListOutcome } from './list-outcome.ts';
import { pageLink, readListQuery } from './list-query.ts';
import { PostTable } from './post-table.tsx';

export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const { items, ...page } = await listPosts(domain, readListQuery(url.searchParams));
    return data({
      ...page,
      posts: items.map(({ createdAt, updatedAt, ...post }) => ({
        ...post,
        created: shortDay(createdAt, domain.timeZone),
        updated: shortDay(updatedAt, domain.timeZone),
      })),
    });
  } catch (error) {
    throw refusal(error, listFailures.load, context);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const domain = context.get(domainContext);
  const id = textField(form, 'id');
  const isDelete = textField(form, 'intent') === 'delete';
  try {
    if (isDelete) {
      const { title } = await deletePost(domain, id);
      return data<ListOutcome>({ ok: true, intent: 'delete', title });
    }
    const published = textField(form, 'published') === 'true';
    const { title } = await setPublished(domain, { id, published });
    return data<ListOutcome>({ ok: true, intent: published ? 'publish' : 'unpublish', title });
  } catch (error) {
    const sentence = isDelete ? listFailures.delete : listFailures.update;
    return data<ListOutcome>({ ok: false, sentence }, { status: failureOf(error, sentence, context).status });
  }
}

/** A failing line or an ended session is an answer too: the list stays. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isDelete = textField(await request.clone().formData(), 'intent') === 'delete';
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const sentence = isDelete ? listFailures.delete : listFailures.update;
    // With a status that says so, the router does not load the list anew: it would fail as well and take the list away.
    return data<ListOutcome>(
      { ok: false, sentence },
      { status: isRouteErrorResponse(error) ? error.status : 503 },
    );
  }
}

export function meta() {
  return screenMeta('Posts');
}

export default function PostList({ loaderData }: Route.ComponentProps) {
  const { posts, page, pages, total } = loaderData;
  const [params] = useSearchParams();
  const navigation = useNavigation();
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === '/admin/posts';
  const search = params.get('search') ?? '';

  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Posts</h1>
        <Link to="/admin/posts/new" className={buttonClass('primary')}>
          <Plus />
          New Post
        </Link>
      </header>

      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SearchBox search={search} />
        <output className="text-ink-soft tabular-nums">
          {isLoading ? 'Loading posts...' : countOf(total, search)}
        </output>
      </div>

      {posts.length > 0 ? (
        <PostTable posts={posts} params={params} isLoading={isLoading} />
      ) : (
        <Empty isSearch={search !== ''} />
      )}

      {pages > 1 && (
        <nav aria-label="Pages" className="flex items-center justify-between gap-3">
          <PageLink to={pageLink(params, page - 1)} label="Previous" enabled={page > 1} rel="prev" />
          <p className="text-ink-soft tabular-nums">
            Page {page} of {pages.toLocaleString('en-US')}
          </p>
          <PageLink to={pageLink(params, page + 1)} label="Next" enabled={page < pages} rel="next" />
        </nav>
      )}
    </div>
  );
}

/** Milliseconds of quiet after the last letter before the server is asked. */
const typingPause = 220;

function SearchBox({ search }: { search: string }) {
  const submit = useSubmit();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const own = useRef(new Set<string>());

  // Links may change the search under the box; what is being typed is never overwritten by its own echo.
  useEffect(() => {
    if (own.current.delete(search) || !input.current) return;
    input.current.value = search;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(form: HTMLFormElement) {
    clearTimeout(timer.current);
    const value = input.current?.value ?? '';
    if (value === search) return;
    own.current.add(value);
    void submit(form, { replace: true, preventScrollReset: true });
  }

  return (
    <search className="w-full sm:w-72">
      <Form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          send(event.currentTarget);
        }}
      >
        <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-soft" />
        <input
          ref={input}
          type="search"
          name="search"
          aria-label="Search posts..."
          placeholder="Search posts..."
          autoComplete="off"
          maxLength={200}
          defaultValue={search}
          onChange={(event) => {
            const { form } = event.currentTarget;
            clearTimeout(timer.current);
            if (form) timer.current = setTimeout(() => send(form), typingPause);
          }}
          className="h-8 w-full rounded-md border border-line-strong bg-surface pr-2.5 pl-8.5 text-base sm:text-sm"
        />
      </Form>
    </search>
  );
}

function PageLink({ to, label, enabled, rel }: { to: string; label: string; enabled: boolean; rel: string }) {
  if (!enabled) {
    return (
      <span aria-disabled="true" className={buttonClass('secondary')}>
        {label}
      </span>
    );
  }
  return (
    <Link to={to} rel={rel} className={buttonClass('secondary')}>
      {label}
    </Link>
  );
}

function Empty({ isSearch }: { isSearch: boolean }) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong px-4 py-16 text-center">
      <p className="text-base font-semibold">{isSearch ? 'No posts found' : 'No posts yet'}</p>
      {isSearch ? (
        <p className="text-ink-soft">Try adjusting your search criteria.</p>
      ) : (
        <Link to="/admin/posts/new" className={buttonClass('secondary', 'mt-1')}>
          Create First Post
        </Link>
      )}
    </div>
  );
}

function countOf(total: number, search: string): string {
  if (total === 0) return '';
  const posts = `${total.toLocaleString('en-US')} ${total === 1 ? 'post' : 'posts'}`;
  return search === '' ? posts : `${posts} found`;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureScreen heading="Posts" error={error} sentence={listFailures.load} />;
}
