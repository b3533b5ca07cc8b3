import { readPostForm } from '#app/http/post-form.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import * as autosaving from '#domain/posts/autosave-post.ts';
import { replaceText } from '#domain/posts/restore-post.ts';
import { storePost } from '#domain/posts/store-post.ts';
import * as proposing from '#domain/proposals/save-proposal.ts';

/** The verbs of a post as its form calls them: with the texts of its controls. */

type Form = Readonly<Record<string, unknown>>;

/** The state that a form with these controls sends, and what it was begun on. */
export function sentForm(form: Form, timeZone = 'UTC') {
  const texts = Object.entries(form).map(([name, value]) => [name, value === null ? '' : String(value)]);
  const { tagIds = [] } = form;
  return readPostForm(Object.fromEntries(texts), Array.isArray(tagIds) ? tagIds : [tagIds], timeZone);
}

export const createPost = async (ctx: DomainContext, form: Form, kind: 'save' | 'autosave' = 'save') => {
  const { state, begun } = sentForm(form, ctx.timeZone);
  return kind === 'save'
    ? storePost(ctx, null, state, begun)
    : autosaving.autosavePost(ctx, null, state, begun, kind);
};

export const updatePost = async (ctx: DomainContext, id: string, form: Form) => {
  const { state, begun } = sentForm(form, ctx.timeZone);
  return storePost(ctx, id, state, begun);
};

export const autosavePost = async (
  ctx: DomainContext,
  id: string,
  form: Form,
  kind: 'save' | 'autosave' = 'autosave',
) => {
  const { state, begun } = sentForm(form, ctx.timeZone);
  return autosaving.autosavePost(ctx, id, state, begun, kind);
};

export const restorePost = async (ctx: DomainContext, id: string, form: Form) => {
  const { state, begun } = sentForm(form, ctx.timeZone);
  return replaceText(ctx, id, state, begun);
};

export const saveProposal = async (ctx: DomainContext, postId: string | null, form: Form) => {
  const { state, begun } = sentForm(form, ctx.timeZone);
  return proposing.saveProposal(ctx, postId, state, begun);
};
