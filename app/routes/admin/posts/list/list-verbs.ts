import { href } from 'react-router';

import { isDomainError, notFound } from '#domain/errors.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { duplicatePost } from '#domain/posts/duplicate-post.ts';
import type { ChangedPost } from '#domain/posts/change-posts.ts';
import { setAuthor } from '#domain/posts/set-author.ts';
import { setCategory } from '#domain/posts/set-category.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { setTags } from '#domain/posts/set-tags.ts';
import { undoChange } from '#domain/posts/undo-change.ts';
import { failureMessage, type UndoForm } from '#app/routes/admin/actions/action-result.ts';
import type { FormVerb } from '#app/routes/admin/actions/form-action.ts';
import { publicAtMessage } from '#app/routes/admin/dates.ts';
import {
  authorToast,
  categoryToast,
  deletedToast,
  duplicatedToast,
  failures,
  publishedToast,
  tagsToast,
  undoneToast,
} from './list-messages.ts';

type Verb = Extract<FormVerb, (...sent: never[]) => unknown>;

/** What can be done on the posts list; the posts are the form's fields `id`. */
export const listVerbs: Record<keyof typeof failures, FormVerb> = {
  'set-published': withOwnNotFound(async (ctx, fields, { form }) => {
    const input = { ...fields, ids: form.getAll('id') };
    const { posts, changed, scheduled } = await setPublished(ctx, input);
    const notes = scheduled.map((publicAt) => publicAtMessage(publicAt, ctx.timeZone));
    return {
      done: publishedToast(fields['published'] === 'true', posts, changed.length, notes),
      undo: undoOf(changed),
    };
  }),
  'set-category': withOwnNotFound(async (ctx, fields, { form }) => {
    const { posts, changed, category } = await setCategory(ctx, { ...fields, ids: form.getAll('id') });
    return { done: categoryToast(posts, category), undo: undoOf(changed) };
  }),
  'set-author': withOwnNotFound(async (ctx, fields, { form }) => {
    const { posts, changed, author } = await setAuthor(ctx, { ...fields, ids: form.getAll('id') });
    return { done: authorToast(posts, author), undo: undoOf(changed) };
  }),
  'set-tags': withOwnNotFound(async (ctx, fields, { form }) => {
    const sent = { ...fields, ids: form.getAll('id'), tagIds: form.getAll('tagId') };
    const { posts, changed, tags } = await setTags(ctx, sent);
    return { done: tagsToast(posts, tags, fields['way'] === 'add'), undo: undoOf(changed) };
  }),
  undo: async (ctx, _, { form }) => {
    const { undone, changedSince } = await undoChange(ctx, { posts: form.getAll('post') });
    return { done: undoneToast(undone, changedSince) };
  },
  duplicate: withOwnNotFound(async (ctx, fields) => ({
    done: duplicatedToast((await duplicatePost(ctx, fields)).title),
  })),
  delete: withOwnNotFound(async (ctx, _, { form }) => ({
    done: deletedToast((await deletePosts(ctx, { ids: form.getAll('id') })).titles),
  })),
};

/** The form that undoes a change of these posts; null when none was changed. */
function undoOf(changed: readonly ChangedPost[]): UndoForm | null {
  if (changed.length === 0) return null;
  const post = changed.map(({ id, version }) => `${id}:${version}`);
  return { action: href('/admin/posts'), fields: { intent: 'undo', post } };
}

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
