import { useToast, type Toast } from '#app/ui/toaster.tsx';
import { publicAtMessage } from '#app/routes/admin/dates.ts';
import { scheduledInstantOf, type StoredValues } from '../state/post-values.ts';
import { failureKind, rejectionMessage, type SaveFailure, type SaveResult } from './save-result.ts';
import type { SaveRequest } from './save-state.ts';

/**
 * Shows the result of a click in a toast. An autosave only changes the state line.
 * @param show shows the toast of a save that succeeded
 */
export function useSaveMessages(
  mode: 'new' | 'edit',
  timeZone: string,
): (result: SaveResult, request: SaveRequest, show: (toast: Toast) => void) => void {
  const showToast = useToast();
  return (result, request, show) => {
    if (request.kind !== 'submit') return;
    if (result.ok) {
      const text = savedMessage(mode, request.published) + scheduledNote(result.value?.stored, timeZone);
      show({ title: 'Success', text });
    } else showToast({ title: 'Error', text: failureText(result, mode), tone: 'error' });
  };
}

function savedMessage(mode: 'new' | 'edit', isPublic: boolean): string {
  if (mode === 'edit') return 'Post updated successfully.';
  return isPublic ? 'Post published successfully.' : 'Post saved as draft successfully.';
}

function scheduledNote(stored: StoredValues | null | undefined, timeZone: string): string {
  const publicAt = stored && scheduledInstantOf(stored, timeZone, new Date());
  return publicAt ? ` ${publicAtMessage(publicAt, timeZone)}` : '';
}

/** A conflict and an ended session are explained in the form; the toast is short. */
function failureText(result: SaveFailure, mode: 'new' | 'edit'): string {
  const failure = mode === 'new' ? 'Failed to save post.' : 'Failed to update post.';
  if (result.details !== null) return failure;
  if (failureKind(result) !== 'signed-out') return rejectionMessage(result);
  return mode === 'new' ? 'You must be logged in to create posts.' : failure;
}
