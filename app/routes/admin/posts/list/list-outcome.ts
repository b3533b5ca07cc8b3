import type { Toast } from '#app/ui/toaster.tsx';

/** What became of a press in the posts list. `isStale`: the list shows what is no longer so. */
export type ListOutcome = { ok: true; toast: Toast } | { ok: false; message: string; isStale: boolean };

export const loadFailure = 'Failed to load posts. Please try again.';
export const choicesFailure = 'Failed to load categories and tags.';

export function toastOf(outcome: ListOutcome): Toast {
  return outcome.ok ? outcome.toast : { title: 'Error', text: outcome.message, tone: 'error' };
}

/** The message for a press that failed, whatever it was. */
export function failureMessage(intent: string, posts: number): string {
  if (intent === 'delete') return `Failed to delete ${posts === 1 ? 'post' : 'posts'}. Please try again.`;
  if (intent === 'duplicate') return 'Failed to duplicate post. Please try again.';
  return `Failed to update ${posts === 1 ? 'post' : 'posts'}. Please try again.`;
}

/**
 * @param changed how many were not so before
 * @param scheduled when those will be public that are not yet, one message for each
 */
export function publishedToast(
  published: boolean,
  posts: number,
  changed: number,
  scheduled: readonly string[],
): Toast {
  const word = published ? 'published' : 'unpublished';
  if (posts === 1)
    return { title: 'Post updated', text: [`Post ${word} successfully.`, ...scheduled].join(' ') };
  const rest = posts - changed;
  const already =
    rest === 0
      ? ''
      : ` ${rest === posts ? 'All' : rest} of them ${rest === 1 ? 'was' : 'were'} already ${word}.`;
  const later =
    scheduled.length === 0
      ? ''
      : ` ${scheduled.length === posts ? 'All' : scheduled.length} of them will be public on their publish ${
          scheduled.length === 1 ? 'date' : 'dates'
        }.`;
  return { title: 'Posts updated', text: `${posts} posts ${word} successfully.${already}${later}` };
}

export function deletedToast(titles: readonly string[]): Toast {
  const [title] = titles;
  return titles.length === 1
    ? { title: 'Post deleted', text: `"${title}" has been deleted successfully.` }
    : { title: 'Posts deleted', text: `${titles.length} posts have been deleted successfully.` };
}

export function filedToast(posts: number, category: string | null): Toast {
  const what = posts === 1 ? '1 post' : `${posts} posts`;
  return {
    title: posts === 1 ? 'Post updated' : 'Posts updated',
    text: category === null ? `${what} taken out of their category.` : `${what} moved to "${category}".`,
  };
}

export function duplicatedToast(title: string): Toast {
  return { title: 'Post duplicated', text: `"${title}" has been saved as a draft.` };
}
