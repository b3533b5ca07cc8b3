import { listTerms } from '#domain/taxonomy/list-terms.ts';
import type { TermKind } from '#domain/taxonomy/term.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import type { Route } from './+types/merge-targets';
import { termWords } from './term-messages.ts';

type ListedTerm = Awaited<ReturnType<typeof listTerms>>['items'][number];
export type MergeTarget = Pick<ListedTerm, 'id' | 'name' | 'posts' | 'hasMorePosts'>;

const maxOffered = 8;

/** The first terms by name that hold the words of `?q=`, without the one of `?id=`. `?kind=` is a `TermKind`. */
export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const asked = searchParams.get('kind');
  const kind: TermKind = asked === 'tag' || asked === 'author' ? asked : 'category';
  try {
    const { items } = await listTerms(context.get(domainContext), kind, {
      search: searchParams.get('q') ?? '',
      page: 1,
      order: { column: 'name', direction: 'asc' },
    });
    const id = searchParams.get('id');
    const targets = items.filter((term) => term.id !== id).slice(0, maxOffered);
    return Response.json(targets satisfies MergeTarget[]);
  } catch (error) {
    throw refusal(error, termWords[kind].loadFailure, context);
  }
}
