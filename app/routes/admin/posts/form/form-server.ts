import type { DomainContext } from '#app/http/request-context.ts';
import { announceEditor } from '#domain/posts/announce-editor.ts';
import { getPostFormChoices } from '#domain/posts/get-post-form-choices.ts';
import { listFeaturedPosts } from '#domain/posts/list-featured-posts.ts';
import { storePost } from '#domain/posts/store-post.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { dayInZone } from '#domain/fields/dates.ts';
import { redirectWithToast } from '#app/routes/admin/frame/redirect-toasts.ts';
import { listOf } from '#app/routes/admin/frame/sections.ts';
import type { FormVerb } from '#app/routes/admin/actions/form-action.ts';
import { writerOf } from '#app/routes/admin/editing/state/writer.ts';
import { saveVerb } from '../saving/save-action.ts';

/** The data that the forms of new and of stored posts show beside the text. */
export async function loadForm(domain: DomainContext) {
  const [choices, featured] = await Promise.all([getPostFormChoices(domain), listFeaturedPosts(domain)]);
  return {
    choices,
    writer: writerOf(domain),
    /** The titles of the featured posts that the home page shows now. */
    onHome: featured.map(({ title }) => title),
    /** Public, of this site: `https://firm.example`. */
    origin: domain.origin,
    timeZone: domain.timeZone,
    today: dayInZone(domain.now(), domain.timeZone),
    now: domain.now(),
  };
}

/** The actions of both forms beside saving. */
export const formVerbs = {
  'save-as-new': saveVerb(
    async (ctx, { state, begun }) => {
      await storePost(ctx, null, state, begun);
      throw redirectWithToast(listOf(state.kind), { key: `${state.kind}-saved-as-draft` });
    },
    async () => null,
  ),
  'create-term': async (ctx, { kind, name }) => {
    const create = kind === 'category' ? createCategory : createTag;
    const term = await create(ctx, { name });
    return { done: null, send: { id: term.id, name: term.name } };
  },
  /** Says that the form of the post `id` is open; sends the names of the others who have it open. */
  announce: async (ctx, { id = '' }) => ({ done: null, send: await announceEditor(ctx, id) }),
} satisfies Record<string, FormVerb>;
