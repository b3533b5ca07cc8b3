import { announceEditor } from '#domain/posts/announce-editor.ts';
import type { FormVerb } from '#app/routes/admin/actions/form-action.ts';

/** The action by which the form of the post `id` says that it is open; sends the names of the others who have it open. */
export const announceVerb: FormVerb = async (ctx, { id = '' }) => ({
  done: null,
  send: await announceEditor(ctx, id),
});
