import type { RouterContextProvider } from 'react-router';

import { invalid } from '#domain/errors.ts';
import type { DomainContext } from '#domain/context.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { duplicatePost } from '#domain/posts/duplicate-post.ts';
import { setCategory } from '#domain/posts/set-category.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { formFields, textField } from '#app/http/form-fields.ts';
import { failureOf } from '#app/http/respond.ts';
import type { Toast } from '#app/ui/toaster.tsx';
import { publicAtMessage } from '#app/routes/admin/dates.ts';
import {
  deletedToast,
  duplicatedToast,
  failureMessage,
  filedToast,
  publishedToast,
  type ListOutcome,
} from './list-outcome.ts';

/**
 * Does what a form of the posts list asks for; the posts are its fields `id`.
 * @throws what the verb throws; invalid for an unknown `intent`.
 */
export async function runListAction(ctx: DomainContext, form: FormData): Promise<Toast> {
  const { id: ids, intent, ...fields } = formFields(form, ['id']);
  switch (intent) {
    case 'set-published': {
      const { titles, changed, scheduled } = await setPublished(ctx, { ids, when: null, ...fields });
      const notes = scheduled.map((publicAt) => publicAtMessage(publicAt, ctx.timeZone));
      return publishedToast(fields['published'] === 'true', titles.length, changed, notes);
    }
    case 'delete':
      return deletedToast((await deletePosts(ctx, { ids })).titles);
    case 'set-category': {
      const { posts, category } = await setCategory(ctx, { ids, ...fields });
      return filedToast(posts, category);
    }
    case 'duplicate':
      return duplicatedToast((await duplicatePost(ctx, { id: textField(form, 'id'), ...fields })).title);
    default:
      throw invalid('Please choose what to do.');
  }
}

/**
 * What went wrong, for the screen. A single post that is gone, and every error, get the screen's own message; several
 * posts deserve the reason why nothing was done to any of them.
 */
export function refusedAction(
  error: unknown,
  form: FormData,
  context: Readonly<RouterContextProvider>,
): { status: number; outcome: ListOutcome } {
  const posts = form.getAll('id').length;
  const message = failureMessage(textField(form, 'intent'), posts);
  const failure = failureOf(error, message, context);
  const isStale = failure.status === 404 || failure.status === 409;
  const isOwnMessage = posts === 1 && failure.status === 404;
  return {
    status: failure.status,
    outcome: { ok: false, message: isOwnMessage ? message : failure.message, isStale },
  };
}
