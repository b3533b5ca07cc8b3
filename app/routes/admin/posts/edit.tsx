import { href, redirect } from 'react-router';
import type { ShouldRevalidateFunctionArgs } from 'react-router';

import type { Route } from './+types/edit';
import { requireActor } from '#domain/core/context.ts';
import { can } from '#domain/core/permissions.ts';
import { countWaitingProposals } from '#domain/proposals/list-proposals.ts';
import { saveProposal } from '#domain/proposals/save-proposal.ts';
import { findEmailStates } from '#domain/post-emails/find-email-states.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { autosavePost } from '#domain/posts/autosave-post.ts';
import { discardPendingChanges } from '#domain/posts/discard-pending-changes.ts';
import type { Begun } from '#domain/posts/begun.ts';
import { listFactNames } from '#domain/posts/list-fact-names.ts';
import { postLimits } from '#domain/posts/post-state.ts';
import { untitled, type PostState } from '#domain/posts/post-fields.ts';
import { liveSlugOf } from '#domain/posts/publishing.ts';
import { storePost } from '#domain/posts/store-post.ts';
import { domainContext, reportErrorContext, type DomainContext } from '#app/http/request-context.ts';
import { formAction, type FormRequest } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { backToPosts, Screen } from '../frame/screen.tsx';
import { redirectWithToast, redirectWithToastInBrowser } from '../frame/redirect-toasts.ts';
import { saveVerb, type SentPost } from './saving/save-action.ts';
import { keepJournalUntilSaved } from './saving/keep-journal.ts';
import { loadProposalForm } from './state/proposal-form.ts';
import { loadEditState } from './state/edit-state.ts';
import { formFailures } from './form-failures.ts';
import { formVerbs, loadForm } from './form/form-server.ts';
import { preloadEditor } from './form/content-editor.tsx';
import { PostForm } from './form/post-form.tsx';
import { localText } from './state/post-values.ts';

preloadEditor();

/** Any error redirects to the list with a toast. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const [{ state, versionConflict, isWritable }, form, emails, proposals] = await Promise.all([
      loadEditState(domain, params.id),
      loadForm(domain),
      findEmailStates(domain, [params.id]),
      countWaitingProposals(domain, params.id),
    ]);
    return {
      ...form,
      postKind: state.values.kind,
      factNames: await listFactNames(domain, state.values.kind),
      stored: state,
      versionConflict,
      email: emails?.[params.id] ?? null,
      proposals,
      proposal: isWritable ? null : await loadProposalForm(domain, params.id),
    };
  } catch (error) {
    if (!isDomainError(error)) context.get(reportErrorContext)(error);
    throw redirectWithToast(href('/admin/posts'), { key: 'post-not-loaded' });
  }
}

/** So does a failed connection. A redirect is thrown on. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error;
    throw redirectWithToastInBrowser(href('/admin/posts'), { key: 'post-not-loaded' });
  }
}

const failed = formFailures('update');
const failures = { ...failed, 'discard-pending-changes': failed.save };
const options = { defaultIntent: 'save' } as const;

type Params = { id: string };

async function findTheirs(ctx: DomainContext, { fields: { proposes }, params: { id } }: SentPost<Params>) {
  return proposes === 'true'
    ? (await loadProposalForm(ctx, id)).stored
    : (await loadEditState(ctx, id)).state;
}

async function keepDraft(
  ctx: DomainContext,
  id: string,
  { state, begun }: { state: PostState; begun: Begun },
  kind: 'save' | 'autosave',
) {
  const { published, ...saved } = await autosavePost(ctx, id, state, begun, kind);
  return { ...saved, isPublished: published, stored: null };
}

export const action = formAction(
  failures,
  {
    save: saveVerb(async (ctx, { state, begun, fields: { proposes }, params: { id } }) => {
      if (proposes === 'true') {
        const { id: proposal } = await saveProposal(ctx, id, state, begun);
        throw redirect(href('/admin/posts/proposals/:id', { id: proposal }));
      }
      if (!can(requireActor(ctx), 'edit-content')) return keepDraft(ctx, id, { state, begun }, 'save');
      // Publishing without a date dates the post now; without that date the next save of the form would remove it.
      const { version, slug, published, publishedAt } = await storePost(ctx, id, state, begun);
      const date = localText(publishedAt, ctx.timeZone);
      const stored = { slug, published, publishedAt: date, imageDescription: '' };
      const liveSlug = liveSlugOf({ slug, published, publishedAt }, ctx.now());
      return { id, version, pendingVersion: 0, isPublished: published, liveSlug, stored };
    }, findTheirs),
    autosave: saveVerb(async (ctx, { state, begun, fields: { proposes }, params: { id } }) => {
      if (proposes !== 'true') return keepDraft(ctx, id, { state, begun }, 'autosave');
      const proposal = await saveProposal(ctx, id, state, begun);
      return { ...proposal, pendingVersion: 0, isPublished: false, liveSlug: null, stored: null };
    }, findTheirs),
    'discard-pending-changes': async (ctx, _, { params: { id } }: FormRequest<Params>) => {
      await discardPendingChanges(ctx, id);
      return { done: null, send: (await loadEditState(ctx, id)).state };
    },
    ...formVerbs,
  },
  { ...options, listItems: postLimits.tags },
);

export const clientAction = keepJournalUntilSaved(formClientAction(failures, options));

/** The form owns its state; only another post is loaded over it. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams['id'] !== nextParams['id'];
}

export const handle = new Screen('Edit Post', 'Failed to load post.', {
  back: backToPosts,
  title: ({ stored }: Route.ComponentProps['loaderData']) => `Edit: ${stored.values.title || untitled}`,
});

export default function EditPost({ loaderData }: Route.ComponentProps) {
  const { stored, proposal } = loaderData;
  if (proposal !== null) return <PostForm key={stored.id} mode="new" {...loaderData} {...proposal} />;
  return (
    <PostForm key={stored.id} mode="edit" values={stored.values} content={stored.content} {...loaderData} />
  );
}
