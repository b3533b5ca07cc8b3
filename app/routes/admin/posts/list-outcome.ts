import type { Toast } from '#app/ui/toaster.tsx';

/** What became of a press in the posts list. */
export type ListOutcome =
  | { ok: true; intent: 'publish' | 'unpublish' | 'delete'; title: string }
  | { ok: false; sentence: string };

export const listFailures = {
  load: 'Failed to load posts. Please try again.',
  delete: 'Failed to delete post. Please try again.',
  update: 'Failed to update post. Please try again.',
};

export function toastOf(outcome: ListOutcome): Toast {
  if (!outcome.ok) return { title: 'Error', text: outcome.sentence, tone: 'error' };
  switch (outcome.intent) {
    case 'delete':
      return { title: 'Post deleted', text: `"${outcome.title}" has been deleted successfully.` };
    case 'publish':
      return { title: 'Post updated', text: 'Post published successfully.' };
    case 'unpublish':
      return { title: 'Post updated', text: 'Post unpublished successfully.' };
  }
}
