import type { Route } from './+types/new';
import type { DomainContext } from '#app/http/request-context.ts';
import { requireActor } from '#domain/core/context.ts';
import { kindNamed, kinds } from '#domain/core/kinds.ts';
import { unsent } from '#domain/post-emails/find-email-states.ts';
import { can } from '#domain/core/permissions.ts';
import { autosavePost } from '#domain/posts/autosave-post.ts';
import { findCreatedPostId } from '#domain/posts/find-created-post-id.ts';
import { listFactNames } from '#domain/posts/list-fact-names.ts';
import { postLimits } from '#domain/posts/post-state.ts';
import { scheduledInstant } from '#domain/posts/publishing.ts';
import { storePost } from '#domain/posts/store-post.ts';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { backToPosts, Screen } from '../frame/screen.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { listOf } from '../frame/sections.ts';
import { saveVerb, type SentPost } from './saving/save-action.ts';
import { keepJournalUntilSaved } from './saving/keep-journal.ts';
import { loadEditState } from './state/edit-state.ts';
import { formFailures } from './form-failures.ts';
import { formVerbs, loadForm } from './form/form-server.ts';
import { preloadEditor } from './form/content-editor.tsx';
import { PostForm } from './form/post-form.tsx';
import { newPostValues } from './state/post-values.ts';

preloadEditor();

/** `?draft=` is the id of the draft that an autosave of this screen created, so that a reload continues with it. */
export const loader = screenLoader(async (domain, { url }) => {
  const form = await loadForm(domain);
  const draft = url.searchParams.get('draft');
  const loaded = draft === null ? null : await loadEditState(domain, draft).catch(() => null);
  const kind = loaded?.state.values.kind ?? kindNamed(url.searchParams.get('kind'));
  return {
    ...form,
    postKind: kind,
    factNames: await listFactNames(domain, kind),
    email: domain.newsletter.hasServer ? unsent : null,
    stored: loaded !== null && !loaded.state.isPublished ? loaded.state : null,
    values: { ...newPostValues(requireActor(domain).userId), kind },
  };
});

const failures = formFailures('save');
const options = { defaultIntent: 'save' } as const;

/** The form sends the `id` of its post as soon as a save has created it. */
async function findTheirs(ctx: DomainContext, { begun: { id, creationKey } }: SentPost) {
  const stored = id ?? (await findCreatedPostId(ctx, creationKey));
  return stored === null ? null : (await loadEditState(ctx, stored)).state;
}

/** A contributor publishes nothing, but keeps a draft. */
async function save(ctx: DomainContext, { state, begun }: SentPost) {
  if (begun.id === null || can(requireActor(ctx), 'edit-content'))
    return storePost(ctx, begun.id, state, begun);
  await autosavePost(ctx, begun.id, state, begun, 'save');
  return { published: false, publishedAt: null };
}

export const action = formAction(
  failures,
  {
    save: saveVerb(async (ctx, sent) => {
      const publication = await save(ctx, sent);
      const { kind } = sent.state;
      throw redirectWithToast(listOf(kind), {
        key: publication.published ? `${kind}-published` : `${kind}-saved-as-draft`,
        publicAt: scheduledInstant(publication, ctx.now()),
      });
    }, findTheirs),
    autosave: saveVerb(async (ctx, { state, begun }) => {
      const draft = { ...state, published: false };
      const { id, version, pendingVersion } = await autosavePost(ctx, begun.id, draft, begun);
      return { id, version, pendingVersion, isPublished: false, liveSlug: null, stored: null };
    }, findTheirs),
    ...formVerbs,
  },
  { ...options, listItems: postLimits.tags },
);

export const clientAction = keepJournalUntilSaved(formClientAction(failures, options));

/** The form owns its state; nothing is loaded over it. */
export function shouldRevalidate() {
  return false;
}

export const handle = new Screen('Create New Post', 'Failed to load data.', {
  back: backToPosts,
  title: ({ postKind }: Route.ComponentProps['loaderData']) => `Create New ${kinds[postKind].name}`,
});

export default function NewPost({ loaderData: { stored, values, ...rest } }: Route.ComponentProps) {
  return (
    <PostForm
      mode="new"
      stored={stored}
      versionConflict={null}
      values={stored?.values ?? values}
      content={stored?.content ?? ''}
      {...rest}
    />
  );
}
