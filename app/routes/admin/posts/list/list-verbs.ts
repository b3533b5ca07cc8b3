import { isDomainError, notFound } from '#domain/core/errors.ts';
import type { PostKind } from '#domain/core/kinds.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { duplicatePost } from '#domain/posts/duplicate-post.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { failureMessage } from '#app/routes/admin/actions/action-result.ts';
import type { FormVerb } from '#app/routes/admin/actions/form-action.ts';
import { publicAtMessage } from '#app/routes/admin/dates.ts';
import { deletedToast, failuresOf, publishedToast } from './list-messages.ts';

type Verb = Extract<FormVerb, (...sent: never[]) => unknown>;

/** The actions on the list of a kind; the posts are the form's fields `id`. */
export function listVerbs(kind: PostKind) {
  const failures = failuresOf(kind);

  /** A single post that no longer exists gets the message of the screen; for several the verb says why nothing was done. */
  function withOwnNotFound(verb: Verb): Verb {
    return async (ctx, fields, more) => {
      try {
        return await verb(ctx, fields, more);
      } catch (error) {
        const isSingle = more.form.getAll('id').length === 1;
        if (!isSingle || !isDomainError(error) || error.kind !== 'not-found') throw error;
        throw notFound(failureMessage(failures, more.form));
      }
    };
  }

  return {
    'set-published': withOwnNotFound(async (ctx, fields, { form }) => {
      const input = { ...fields, ids: form.getAll('id') };
      const { posts, scheduled } = await setPublished(ctx, input);
      const notes = scheduled.map((publicAt) => publicAtMessage(publicAt, ctx.timeZone));
      return { done: publishedToast(kind, fields['published'] === 'true', posts, notes) };
    }),
    duplicate: withOwnNotFound(async (ctx, fields) => ({
      done: `"${(await duplicatePost(ctx, fields)).title}" has been saved as a draft.`,
    })),
    delete: withOwnNotFound(async (ctx, _, { form }) => ({
      done: deletedToast(kind, (await deletePosts(ctx, { ids: form.getAll('id') })).titles),
    })),
  } satisfies Record<keyof typeof failures, FormVerb>;
}
