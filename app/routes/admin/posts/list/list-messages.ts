import { kinds, type PostKind } from '#domain/core/kinds.ts';
import { counted } from '#domain/fields/counted.ts';
import type { Toast } from '#app/ui/toaster.tsx';

export const choicesFailure = 'Failed to load categories and tags.';

/** The message for each action of the list of a kind that failed. */
export function failuresOf(kind: PostKind) {
  const nouns = (form: FormData) => nounOf(kind, form.getAll('id').length);
  return {
    'set-published': (form: FormData) => `Failed to update ${nouns(form)}. Please try again.`,
    duplicate: `Failed to duplicate ${kinds[kind].noun}. Please try again.`,
    delete: (form: FormData) => `Failed to delete ${nouns(form)}. Please try again.`,
  };
}

/** `post` for one, `posts` for several. */
export function nounOf(kind: PostKind, count: number): string {
  return count === 1 ? kinds[kind].noun : kinds[kind].plural.toLowerCase();
}

/** `3 posts` */
export function countedPosts(kind: PostKind, count: number): string {
  return counted(count, nounOf(kind, 1), nounOf(kind, 2));
}

/** @param scheduled for each post that is not public yet, the message that says when it will be */
export function publishedToast(
  kind: PostKind,
  published: boolean,
  posts: number,
  scheduled: readonly string[],
): Toast | string {
  const word = published ? 'published' : 'unpublished';
  const { name } = kinds[kind];
  if (posts === 1)
    return { title: `${name} updated`, text: [`${name} ${word} successfully.`, ...scheduled].join(' ') };
  const later =
    scheduled.length === 0 ? '' : ` Of them, ${scheduled.length} will be public on the publish date.`;
  return `${countedPosts(kind, posts)} ${word} successfully.${later}`;
}

export function deletedToast(kind: PostKind, titles: readonly string[]): Toast | string {
  const [title] = titles;
  return titles.length === 1
    ? { title: `${kinds[kind].name} deleted`, text: `"${title}" has been deleted successfully.` }
    : `${countedPosts(kind, titles.length)} have been deleted successfully.`;
}
