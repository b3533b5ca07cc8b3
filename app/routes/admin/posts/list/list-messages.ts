import type { Toast } from '#app/ui/toaster.tsx';

export const choicesFailure = 'Failed to load categories and tags.';

/** The message for each action of the posts list that failed. */
export const failures = {
  'set-published': (form: FormData) => `Failed to update ${postsOf(form)}. Please try again.`,
  duplicate: 'Failed to duplicate post. Please try again.',
  delete: (form: FormData) => `Failed to delete ${postsOf(form)}. Please try again.`,
};

function postsOf(form: FormData): string {
  return form.getAll('id').length === 1 ? 'post' : 'posts';
}

/** @param scheduled for each post that is not public yet, the message that says when it will be */
export function publishedToast(
  published: boolean,
  posts: number,
  scheduled: readonly string[],
): Toast | string {
  const word = published ? 'published' : 'unpublished';
  if (posts === 1)
    return { title: 'Post updated', text: [`Post ${word} successfully.`, ...scheduled].join(' ') };
  const later =
    scheduled.length === 0 ? '' : ` Of them, ${scheduled.length} will be public on the publish date.`;
  return `${posts} posts ${word} successfully.${later}`;
}

export function deletedToast(titles: readonly string[]): Toast | string {
  const [title] = titles;
  return titles.length === 1
    ? { title: 'Post deleted', text: `"${title}" has been deleted successfully.` }
    : `${titles.length} posts have been deleted successfully.`;
}
