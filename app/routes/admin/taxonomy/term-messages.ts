import type { TermKind } from '#domain/taxonomy/term.ts';
import type { Toast } from '#app/ui/toaster.tsx';

/** Everything that the screens of categories and tags say differently. */
export const termWords = {
  category: {
    path: '/admin/categories',
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
    publicPath: '/blog/category/',
  },
  tag: {
    path: '/admin/tags',
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
    publicPath: '/blog/tag/',
  },
} as const satisfies Record<TermKind, Record<string, string>>;

export type TermOutcome = { ok: true; toast: Toast } | { ok: false; message: string; isStale: boolean };

export function savedToast(kind: TermKind, done: 'created' | 'updated' | 'deleted'): Toast {
  return { title: 'Success', text: `${termWords[kind].title} ${done} successfully.` };
}

export function mergedToast({ name, into }: { name: string; into: string }): Toast {
  return { title: 'Success', text: `"${name}" was merged into "${into}".` };
}

/** The message for a press that failed. */
export function failureMessage(kind: TermKind, intent: string): string {
  return intent === 'delete' ? termWords[kind].deleteFailure : termWords[kind].saveFailure;
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
  return kind === 'category' ? `${posts} will become Uncategorized.` : `${posts} will lose this tag.`;
}
