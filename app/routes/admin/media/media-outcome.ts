import type { Toast } from '#app/ui/toaster.tsx';

/** What became of a press in the library. */
export type MediaOutcome =
  | { ok: true; intent: 'delete' }
  | { ok: true; intent: 'replace'; posts: number; isKept: boolean }
  | { ok: false; message: string };

export const mediaFailures = {
  load: 'Failed to load media.',
  delete: 'Failed to delete image.',
  replace: 'Failed to replace image.',
};

export function mediaToast(outcome: MediaOutcome): Toast {
  if (!outcome.ok) return { title: 'Error', text: outcome.message, tone: 'error' };
  if (outcome.intent === 'delete') return { title: 'Success', text: 'Image deleted successfully.' };
  const { posts, isKept } = outcome;
  const where = posts === 0 ? '' : ` in ${posts} ${posts === 1 ? 'post' : 'posts'}`;
  const done = `Image replaced${where} successfully.`;
  return {
    title: 'Success',
    text: isKept ? `${done} The earlier one stays as long as earlier versions show it.` : done,
  };
}
