import type { TermKind } from '#domain/taxonomy/term.ts';
import { counted } from '#domain/fields/counted.ts';
import type { ListOrders } from '../list/list-address.ts';

export const termOrders: ListOrders<'name' | 'slug' | 'created'> = {
  first: { name: 'asc', slug: 'asc', created: 'desc' },
  usual: { column: 'name', direction: 'asc' },
};

/** Messages of the screens of categories, tags and authors. @param one a name, as are the others */
function wordsOf(one: string, many: string, title: string, heading: string) {
  return {
    heading,
    one,
    many,
    title,
    create: `New ${title}`,
    search: `Search ${many}...`,
    none: `No ${many} found.`,
    loadFailure: `Failed to load ${many}.`,
  };
}

export const termWords: Record<TermKind, ReturnType<typeof wordsOf>> = {
  category: wordsOf('category', 'categories', 'Category', 'Categories'),
  tag: wordsOf('tag', 'tags', 'Tag', 'Tags'),
  author: wordsOf('author', 'authors', 'Author', 'Authors'),
};

/** The message for each action that failed. */
export function termFailures(kind: TermKind) {
  const { one } = termWords[kind];
  return {
    create: `Failed to save ${one}.`,
    update: `Failed to save ${one}.`,
    delete: `Failed to delete ${one}.`,
    merge: `Failed to merge ${one}.`,
  };
}

/** `3 posts`; `more than 1,000 posts` where counting stopped. */
export function postsPhrase(term: { posts: number; hasMorePosts: boolean }): string {
  const posts = counted(term.posts, 'post');
  return term.hasMorePosts ? `more than ${posts}` : posts;
}

/** The effect of a deletion on the posts. */
export function affectedMessage(kind: TermKind, term: { posts: number; hasMorePosts: boolean }): string {
  if (term.posts === 0) return `No post has this ${termWords[kind].one}.`;
  const phrase = postsPhrase(term);
  const posts = phrase.charAt(0).toUpperCase() + phrase.slice(1);
  return kind === 'category' ? `${posts} will become Uncategorized.` : `${posts} will lose this ${kind}.`;
}
