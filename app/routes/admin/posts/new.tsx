import { data, redirect } from 'react-router';

import type { Route } from './+types/new';
import { requireActor } from '#domain/auth/actor.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { getPostFormChoices } from '#domain/posts/get-post-form-choices.ts';
import { dayInZone } from '#domain/text/dates.ts';
import { formFields } from '#app/http/form-fields.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { toastCookie } from '#app/http/toast.ts';
import { FailureScreen } from '../failure-screen.tsx';
import { adminPath } from '../redirect-toasts.ts';
import { screenMeta } from '../screen-meta.ts';
import { PostForm } from './post-form.tsx';
import { newPostValues } from './post-values.ts';
import { brokenSave, refusedSave } from './save-outcome.ts';

const saveFailure = 'Failed to save post.';
const loadFailure = 'Failed to load data.';

export async function loader({ context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const choices = await getPostFormChoices(domain);
    const actor = requireActor(domain);
    return {
      values: newPostValues(actor.userId),
      choices,
      timeZone: domain.timeZone,
      today: dayInZone(domain.now(), domain.timeZone),
    };
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = formFields(await request.formData(), ['tagIds']);
  try {
    await createPost(context.get(domainContext), fields);
  } catch (error) {
    const failure = failureOf(error, saveFailure, context);
    return data(refusedSave(failure), { status: failure.status });
  }
  const toast = fields['published'] === 'true' ? 'post-published' : 'post-saved-as-draft';
  return redirect('/admin/posts', { headers: { 'Set-Cookie': toastCookie(toast, adminPath) } });
}

/** A failing save is an answer, not an error of the screen: what was typed stays. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return brokenSave(error, saveFailure);
  }
}

/** The form owns its state from the first letter; nothing is loaded over it. */
export function shouldRevalidate() {
  return false;
}

export function meta() {
  return screenMeta('Create New Post');
}

export default function NewPost({ loaderData }: Route.ComponentProps) {
  return <PostForm mode="new" content="" wasPublished={false} version={null} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <FailureScreen
      heading="Create New Post"
      error={error}
      sentence={loadFailure}
      back={{ to: '/admin/posts', label: 'Back to Posts' }}
    />
  );
}
