import { listTerms } from '#domain/taxonomy/list-terms.ts';
import { fileLoader } from '../actions/screen-loader.ts';

type ListedTerm = Awaited<ReturnType<typeof listTerms>>['items'][number];
export type MergeTarget = Pick<ListedTerm, 'id' | 'name' | 'posts' | 'hasMorePosts'>;

const maxOffered = 8;

/** The first terms by name that hold the words of `?q=`, without the one of `?id=`. `?kind=` is a `TermKind`. */
export const loader = fileLoader('Failed to load what to merge into.', async (domain, { url }) => {
  const asked = url.searchParams.get('kind');
  const { items } = await listTerms(domain, asked === 'tag' || asked === 'author' ? asked : 'category', {
    search: url.searchParams.get('q') ?? '',
    page: 1,
    order: { column: 'name', direction: 'asc' },
  });
  const id = url.searchParams.get('id');
  const targets = items.filter((term) => term.id !== id).slice(0, maxOffered);
  return Response.json(targets satisfies MergeTarget[]);
});
