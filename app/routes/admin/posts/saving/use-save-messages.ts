import { useToast } from '#app/ui/toaster.tsx';
import { kinds, type PostKind } from '#domain/core/kinds.ts';
import { publicAtMessage } from '#app/routes/admin/dates.ts';
import { scheduledInstantOf, type PublishValues } from '../state/post-values.ts';
import type { PostSaveResult } from '../state/edit-state.ts';
import {
  failureKind,
  rejectionMessage,
  type SaveFailure,
} from '#app/routes/admin/editing/saving/save-result.ts';
import type { SaveRequest } from '#app/routes/admin/editing/saving/save-state.ts';

/** Shows the result of a click in a toast. An autosave only changes the state line. */
export function useSaveMessages(
  mode: 'new' | 'edit',
  timeZone: string,
  kind: PostKind,
): (result: PostSaveResult, request: SaveRequest) => void {
  const showToast = useToast();
  return (result, request) => {
    // A dialog asks about a conflict.
    if (request.kind !== 'submit' || (!result.ok && result.details !== null)) return;
    if (result.ok) {
      const text =
        savedMessage(mode, kinds[kind].name, request.published) +
        scheduledNote(result.value?.stored ?? {}, timeZone);
      showToast({ text });
    } else showToast({ text: failureText(result, mode, kind), tone: 'error' });
  };
}

function savedMessage(mode: 'new' | 'edit', name: string, isPublic: boolean): string {
  if (mode === 'edit') return `${name} updated successfully.`;
  return isPublic ? `${name} published successfully.` : `${name} saved as draft successfully.`;
}

function scheduledNote(stored: Partial<PublishValues>, timeZone: string): string {
  const { published = false, publishedAt = '' } = stored;
  const publicAt = scheduledInstantOf({ published, publishedAt }, timeZone, new Date());
  return publicAt ? ` ${publicAtMessage(publicAt, timeZone)}` : '';
}

/** An ended session is explained in the form; the toast is short. */
function failureText(result: SaveFailure, mode: 'new' | 'edit', kind: PostKind): string {
  if (failureKind(result) !== 'signed-out') return rejectionMessage(result);
  const { noun, plural } = kinds[kind];
  return mode === 'new'
    ? `You must be logged in to create ${plural.toLowerCase()}.`
    : `Failed to update ${noun}.`;
}
