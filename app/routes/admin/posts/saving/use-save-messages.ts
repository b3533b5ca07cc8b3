import { useToast } from '#app/ui/toaster.tsx';
import { scheduledInstantOf, type StoredValues } from '../state/post-values.ts';
import { publicAtMessage } from '#app/routes/admin/dates.ts';
import type { SaveOutcome } from './save-outcome.ts';
import type { Wanted } from './save-state.ts';

/** Says what became of a press, in the specified words. What the form does by itself is told by its state line only. */
export function useSaveMessages(
  mode: 'new' | 'edit',
  timeZone: string,
): (outcome: SaveOutcome, wanted: Wanted) => void {
  const show = useToast();
  return (outcome, wanted) => {
    if (wanted.kind !== 'press') return;
    if (outcome.kind === 'saved') {
      const text = savedMessage(mode, wanted.published) + scheduledNote(outcome.stored, timeZone);
      show({ title: 'Success', text });
    } else show({ title: 'Error', text: toastText(outcome, mode), tone: 'error' });
  };
}

function savedMessage(mode: 'new' | 'edit', isPublic: boolean): string {
  if (mode === 'edit') return 'Post updated successfully.';
  return isPublic ? 'Post published successfully.' : 'Post saved as draft successfully.';
}

function scheduledNote(stored: StoredValues | null, timeZone: string): string {
  const publicAt = stored && scheduledInstantOf(stored, timeZone, new Date());
  return publicAt === null ? '' : ` ${publicAtMessage(publicAt, timeZone)}`;
}

/** What the form itself explains at length is only announced. */
function toastText(outcome: Exclude<SaveOutcome, { kind: 'saved' }>, mode: 'new' | 'edit'): string {
  const failure = mode === 'new' ? 'Failed to save post.' : 'Failed to update post.';
  switch (outcome.kind) {
    case 'session-ended':
      return mode === 'new' ? 'You must be logged in to create posts.' : failure;
    case 'conflict':
      return failure;
    default:
      return outcome.message;
  }
}
