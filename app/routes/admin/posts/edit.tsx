import { data, type ShouldRevalidateFunctionArgs } from 'react-router';

import type { Route } from './+types/edit';
import type { DomainContext } from '#domain/context.ts';
import { isDomainError } from '#domain/errors.ts';
import { autosavePost } from '#domain/posts/autosave-post.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { discardPendingChanges } from '#domain/posts/discard-pending-changes.ts';
import { getPostFormChoices } from '#domain/posts/get-post-form-choices.ts';
import { postLimits } from '#domain/posts/post-input.ts';
import { listFeaturedPosts } from '#domain/posts/read-public.ts';
import { updatePost } from '#domain/posts/update-post.ts';
import { dayInZone } from '#domain/text/dates.ts';
import { formFields } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext, reportErrorContext } from '#app/http/request-context.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { redirectWithToast, redirectWithToastInBrowser } from '../frame/redirect-toasts.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { withTimeout } from '../actions/timeout.ts';
import { runSaveAction } from './saving/save-action.ts';
import { loadEditState } from './state/edit-state.ts';
import { makeTerm } from './cards/create-term.ts';
import { PostForm } from './form/post-form.tsx';
import { publishFields } from './state/post-values.ts';
import { brokenSave, type EditOutcome } from './saving/save-outcome.ts';
import { writerOf } from './state/writer.ts';

const saveFailure = 'Failed to update post.';
const loadFailure = 'Failed to load post.';

/** Whatever is in the way of the post leads back to the list, with a toast. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const [{ state, versionConflict }, choices, featured] = await Promise.all([
      loadEditState(domain, params.id),
      getPostFormChoices(domain),
      listFeaturedPosts(domain),
    ]);
    return {
      stored: state,
      versionConflict,
      choices,
      writer: writerOf(domain),
      onHome: featured.map(({ title }) => title),
      timeZone: domain.timeZone,
      today: dayInZone(domain.now(), domain.timeZone),
      now: domain.now(),
    };
  } catch (error) {
    if (!isDomainError(error)) context.get(reportErrorContext)(error);
    throw redirectWithToast('/admin/posts', { key: 'post-not-loaded' });
  }
}

/** An answer that does not come is in the way too; a redirect goes on its way. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error;
    throw redirectWithToastInBrowser('/admin/posts', { key: 'post-not-loaded' });
  }
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const fields = formFields(await readForm(request, postLimits.tags), ['tagIds']);
  if (fields['intent'] === 'make-term') return makeTerm(context, fields);
  return runSaveAction({
    context,
    message: saveFailure,
    writerId: fields['writerId'],
    save: async () => {
      const domain = context.get(domainContext);
      if (fields['intent'] !== 'save-as-new') return data<EditOutcome>(await carryOut(domain, id, fields));
      await createPost(domain, fields);
      return redirectWithToast('/admin/posts', { key: 'post-saved-as-draft' });
    },
    findId: async () => id,
  });
}

async function carryOut(
  domain: DomainContext,
  id: string,
  fields: Record<string, unknown>,
): Promise<EditOutcome> {
  switch (fields['intent']) {
    case 'discard-draft':
      await discardPendingChanges(domain, id);
      return { kind: 'discarded', state: (await loadEditState(domain, id)).state };
    case 'keep': {
      const { published, version, draftVersion } = await autosavePost(domain, id, fields);
      return { kind: 'saved', id, version, draftVersion, isPublished: published, stored: null };
    }
    default: {
      // Publishing without a date dates the post now; the form must know, or its next save would move the date.
      const { version, slug, published, publishedAt } = await updatePost(domain, id, fields);
      const stored = { slug, published, ...publishFields(publishedAt, domain.timeZone) };
      return { kind: 'saved', id, version, draftVersion: 0, isPublished: published, stored };
    }
  }
}

/** A failing save is an answer, not an error of the screen: what was typed stays. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await withTimeout(serverAction());
  } catch (error) {
    if (error instanceof Response) throw error;
    return brokenSave(error, saveFailure);
  }
}

/** The form owns its state from the first letter; only another post is loaded over it. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams['id'] !== nextParams['id'];
}

export const handle = new FailingScreen('Edit Post', loadFailure, {
  to: '/admin/posts',
  label: 'Back to Posts',
});

export function meta({ loaderData }: Route.MetaArgs) {
  return screenMeta(loaderData ? `Edit: ${loaderData.stored.values.title}` : 'Edit Post');
}

export default function EditPost({ loaderData }: Route.ComponentProps) {
  const { stored } = loaderData;
  return (
    <PostForm key={stored.id} mode="edit" values={stored.values} content={stored.content} {...loaderData} />
  );
}

export const ErrorBoundary = ScreenFailure;
