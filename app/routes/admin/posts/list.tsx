import { href, Link } from 'react-router';

import { nameFilter } from '#domain/posts/name-filter.ts';
import { maxPostsAtOnce } from '#domain/posts/posts-input.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { useCan, useWaitingProposals } from '../hooks/use-frame.ts';
import { failuresOf } from './list/list-messages.ts';
import { readListQuery } from './list/list-query.ts';
import { listVerbs } from './list/list-verbs.ts';
import { loadList } from './list/load-list.ts';
import { PostFilters } from './list/post-filters.tsx';
import { PostList } from './list/post-list.tsx';

const kind = 'post';

export const loader = screenLoader(async (domain, { url }) => {
  const { category, authorId } = readListQuery(url.searchParams, kind);
  const [list, filter] = await Promise.all([
    loadList(domain, kind, url.searchParams),
    nameFilter(domain, {
      categorySlug: category && 'slug' in category ? category.slug : null,
      authorId: authorId ?? null,
    }),
  ]);
  return { list, filter };
});

export const action = formAction(failuresOf(kind), listVerbs(kind), { listItems: maxPostsAtOnce });

export const clientAction = formClientAction(failuresOf(kind));

export const handle = new Screen('Posts', 'Failed to load posts. Please try again.');

export default function Posts({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const proposals = useWaitingProposals();
  const mayEdit = useCan('edit-content');
  const mayImport = useCan('import-content');

  return (
    <PostList
      kind={kind}
      heading="Posts"
      list={loaderData.list}
      actions={
        <>
          {(proposals > 0 || !mayEdit) && (
            <Link to={href('/admin/posts/proposals')} className={buttonClass('secondary')}>
              {mayEdit ? `Proposals (${proposals.toLocaleString('en-US')})` : 'Your Proposals'}
            </Link>
          )}
          {mayImport && (
            <Link to={href('/admin/posts/import')} className={buttonClass('secondary')}>
              Import
            </Link>
          )}
        </>
      }
      filters={<PostFilters names={loaderData.filter} />}
    />
  );
}
