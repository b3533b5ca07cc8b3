import type { SavedVersion } from '../state/edit-state.ts';
import { postFormData, type PostValues } from '../state/post-values.ts';
import type { TextKind } from '#app/routes/admin/editing/saving/use-saving.ts';

/**
 * How the text of a post is saved.
 * @param creationKey with it a post is created once, even if the answer is lost and the save repeated
 * @param begunOn of a proposal: the version of the text that it is for
 */
export function postText(
  form: { writerId: string; timeZone: string },
  creationKey: string | null,
  begunOn: { version: number; given: string } | null,
): TextKind<PostValues, SavedVersion> {
  return {
    isComplete: ({ values: { title }, bodyRevision }, stored) =>
      title.trim() !== '' || (stored === null ? bodyRevision > 0 : !stored.isPublished),
    // An autosave does not publish: the switch of a post that is not public takes effect with a click.
    sent: (values, request, stored) => {
      if (request.kind === 'submit') return { ...values, published: request.published };
      return stored?.isPublished === true ? values : { ...values, published: false };
    },
    formData: ({ values, content }, { request, saveKey, stored }) =>
      postFormData(values, content, {
        intent: request.kind === 'autosave' ? 'autosave' : 'save',
        saveKey,
        ...form,
        ...(creationKey !== null && { creationKey }),
        ...(begunOn !== null && { proposes: 'true', ...begunOn }),
        ...(stored && { id: stored.id, version: stored.version, pendingVersion: stored.pendingVersion }),
      }),
  };
}
