import type { TermKind } from '#domain/taxonomy/term.ts';
import type { ListOrders } from '../list/list-address.ts';

export const termOrders: ListOrders<'name' | 'slug' | 'created'> = {
  first: { name: 'asc', slug: 'asc', created: 'desc' },
  usual: { column: 'created', direction: 'desc' },
};

/** Everything that the screens of categories, tags and authors say differently. */
export const termWords = {
  category: {
    heading: 'Categories',
    one: 'category',
    many: 'categories',
    title: 'Category',
    create: 'New Category',
    search: 'Search categories...',
    none: 'No categories found.',
    loadFailure: 'Failed to load categories.',
    saveFailure: 'Failed to save category.',
    deleteFailure: 'Failed to delete category.',
  },
  tag: {
    heading: 'Tags',
    one: 'tag',
    many: 'tags',
    title: 'Tag',
    create: 'New Tag',
    search: 'Search tags...',
    none: 'No tags found.',
    loadFailure: 'Failed to load tags.',
    saveFailure: 'Failed to save tag.',
    deleteFailure: 'Failed to delete tag.',
  },
  author: {
    heading: 'Authors',
    one: 'author',
    many: 'authors',
    title: 'Author',
    create: 'New Author',
    search: 'Search authors...',
    none: 'No authors found.',
    loadFailure: 'Failed to load authors.',
    saveFailure: 'Failed to save author.',
    deleteFailure: 'Failed to delete author.',
  },
} as const satisfies Record<TermKind, Record<string, string>>;

/** The message for each action that failed. */
export function termFailures(kind: TermKind) {
  const { saveFailure, deleteFailure, one } = termWords[kind];
  return {
    create: saveFailure,
    update: saveFailure,
    delete: deleteFailure,
    merge: `Failed to merge ${one}.`,
  };
}

/** `3 posts`; `more than 1,000 posts` where counting stopped. */
export function postsPhrase(term: { posts: number; hasMorePosts: boolean }): string {
  const posts = `${term.posts.toLocaleString('en-US')} ${term.posts === 1 ? 'post' : 'posts'}`;
  return term.hasMorePosts ? `more than ${posts}` : posts;
}

/** What deleting does to the posts. */
export function affectedMessage(kind: TermKind, term: { posts: number; hasMorePosts: boolean }): string {
  if (term.posts === 0) return `No post has this ${termWords[kind].one}.`;
  const phrase = postsPhrase(term);
  const posts = phrase.charAt(0).toUpperCase() + phrase.slice(1);
  return kind === 'category' ? `${posts} will become Uncategorized.` : `${posts} will lose this ${kind}.`;
}
