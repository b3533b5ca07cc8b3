import type { Route } from './+types/list';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { listOfKind } from '#domain/posts/list-of-kind.ts';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { shortDay } from '../dates.ts';
import { FailingScreen, keepLoaded, loadOrKeep, ScreenFailure } from '../frame/screen-failure.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import { readPage } from '../list/list-address.ts';
import { Pager } from '../list/pager.tsx';
import { PostsOfKind } from './posts-of-kind.tsx';

const loadFailure = 'Failed to load pages.';
const failures = { delete: 'Failed to delete page.' };

export const loader = screenLoader(loadFailure, async (domain, { url }) => {
  const query = { search: url.searchParams.get('q') ?? '', page: readPage(url.searchParams) };
  const { items, ...list } = await listOfKind(domain, 'page', query);
  const plainPages = items.map(({ updatedAt, ...page }) => ({
    ...page,
    updated: shortDay(updatedAt, domain.timeZone),
  }));
  return { ...list, plainPages };
});

export const clientLoader = (args: Route.ClientLoaderArgs) => loadOrKeep(args);

export const action = formAction(failures, {
  delete: { run: (ctx, { id = '' }) => deletePosts(ctx, { ids: [id] }), done: 'Page deleted successfully.' },
});

export const clientAction = formClientAction(failures);

export const handle = new FailingScreen('Pages', loadFailure);

export const meta = () => screenMeta('Pages');

type Loaded = Awaited<ReturnType<typeof loader>>;

export default keepLoaded(function PlainPages({ loaderData }: { loaderData: Loaded }) {
  const { plainPages, total, page, pages } = loaderData;
  return (
    <PostsOfKind
      kind="page"
      heading="Pages"
      rows={plainPages}
      total={total}
      columns={[{ name: 'Updated', width: '@3xl:w-28', cell: ({ updated }) => updated }]}
      empty="Pages with their own address outside the blog, such as an imprint or careers."
      pager={<Pager page={page} pages={pages} />}
    />
  );
});

export const ErrorBoundary = ScreenFailure;
