import { data } from 'react-router';

import type { Route } from './+types/new';
import { requireActor } from '#domain/actor.ts';
import { autosavePost } from '#domain/posts/autosave-post.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { findCreatedPostId } from '#domain/posts/get-post.ts';
import { getPostFormChoices } from '#domain/posts/get-post-form-choices.ts';
import { postLimits } from '#domain/posts/post-input.ts';
import { scheduledInstant } from '#domain/posts/publishing.ts';
import { listFeaturedPosts } from '#domain/posts/read-public.ts';
import { updatePost } from '#domain/posts/update-post.ts';
import { dayInZone } from '#domain/text/dates.ts';
import { formFields, textField } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { withTimeout } from '../actions/timeout.ts';
import { runSaveAction } from './saving/save-action.ts';
import { loadEditState } from './state/edit-state.ts';
import { openJournal } from './journal/journal.ts';
import { makeTerm } from './cards/create-term.ts';
import { PostForm } from './form/post-form.tsx';
import { newPostValues } from './state/post-values.ts';
import { brokenSave, type SaveOutcome } from './saving/save-outcome.ts';
import { writerOf } from './state/writer.ts';

const saveFailure = 'Failed to save post.';
const loadFailure = 'Failed to load data.';

/** `?draft=` names the draft that this screen has saved by itself, so that a reload goes on where it was. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const choices = await getPostFormChoices(domain);
    const draft = url.searchParams.get('draft');
    const loaded = draft === null ? null : await loadEditState(domain, draft).catch(() => null);
    return {
      stored: loaded !== null && !loaded.state.isPublished ? loaded.state : null,
      values: newPostValues(requireActor(domain).userId),
      choices,
      writer: writerOf(domain),
      onHome: (await listFeaturedPosts(domain)).map(({ title }) => title),
      timeZone: domain.timeZone,
      today: dayInZone(domain.now(), domain.timeZone),
      now: domain.now(),
    };
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const domain = context.get(domainContext);
  const form = await readForm(request, postLimits.tags);
  const fields = formFields(form, ['tagIds']);
  if (fields['intent'] === 'make-term') return makeTerm(context, fields);
  const id = textField(form, 'id');
  const isPublic = fields['published'] === 'true';

  return runSaveAction({
    context,
    message: saveFailure,
    writerId: fields['writerId'],
    save: async () => {
      if (fields['intent'] === 'keep') {
        const draft = { ...fields, published: 'false' };
        const kept =
          id === '' ? await createPost(domain, draft, 'autosave') : await autosavePost(domain, id, draft);
        return data<SaveOutcome>({
          kind: 'saved',
          id,
          draftVersion: 0,
          isPublished: false,
          ...kept,
          stored: null,
        });
      }
      const { publishedAt } =
        id === '' ? await createPost(domain, fields) : await updatePost(domain, id, fields);
      return redirectWithToast('/admin/posts', {
        key: isPublic ? 'post-published' : 'post-saved-as-draft',
        publicAt: scheduledInstant({ published: isPublic, publishedAt }, domain.now()),
      });
    },
    findId: async () => (id === '' ? await findCreatedPostId(domain, fields['creationKey']) : id),
  });
}

/** A failing save is an answer, not an error of the screen: what was typed stays. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  try {
    return await withTimeout(serverAction());
  } catch (error) {
    if (!(error instanceof Response)) return brokenSave(error, saveFailure);
    // On the way to the list: what this form wrote down is stored now.
    const journal = await openJournal();
    await journal?.forgetCreation(textField(form, 'creationKey')).catch(() => {});
    journal?.close();
    throw error;
  }
}

/** The form owns its state from the first letter; nothing is loaded over it. */
export function shouldRevalidate() {
  return false;
}

export const handle = new FailingScreen('Create New Post', loadFailure, {
  to: '/admin/posts',
  label: 'Back to Posts',
});

export function meta() {
  return screenMeta('Create New Post');
}

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

export const ErrorBoundary = ScreenFailure;
