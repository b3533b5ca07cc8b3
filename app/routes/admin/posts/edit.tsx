import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';

import type { Route } from './+types/edit';
import { isDomainError } from '#domain/errors.ts';
import { getPost } from '#domain/posts/get-post.ts';
import { getPostFormChoices } from '#domain/posts/get-post-form-choices.ts';
import { updatePost } from '#domain/posts/update-post.ts';
import { dayInZone } from '#domain/text/dates.ts';
import { formFields } from '#app/http/form-fields.ts';
import { domainContext, faultContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { toastCookie } from '#app/http/toast.ts';
import { FailureScreen } from '../failure-screen.tsx';
import { adminPath } from '../redirect-toasts.ts';
import { screenMeta } from '../screen-meta.ts';
import { PostForm } from './post-form.tsx';
import { postValues, publishFields } from './post-values.ts';
import { brokenSave, refusedSave, type SaveOutcome } from './save-outcome.ts';

const saveFailure = 'Failed to update post.';
const loadFailure = 'Failed to load post.';

/** A post that is not there says so; a fault leads back to the list, which tells it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const [post, choices] = await Promise.all([getPost(domain, params.id), getPostFormChoices(domain)]);
    return {
      id: post.id,
      values: postValues(post, domain.timeZone),
      content: post.content,
      wasPublished: post.firstPublishedAt !== null || post.published,
      version: post.version,
      choices,
      timeZone: domain.timeZone,
      today: dayInZone(domain.now(), domain.timeZone),
    };
  } catch (error) {
    if (isDomainError(error)) throw refusal(error, loadFailure, context);
    context.get(faultContext)(error);
    throw redirect('/admin/posts', { headers: { 'Set-Cookie': toastCookie('post-not-loaded', adminPath) } });
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const domain = context.get(domainContext);
  const fields = formFields(await request.formData(), ['tagIds']);
  try {
    const { version, slug, published } = await updatePost(domain, params.id, fields);
    // Publishing without a date dates the post now; the form must know, or its next save would move the date.
    const { publishedAt } = await getPost(domain, params.id);
    const stored = { slug, published, ...publishFields(publishedAt, domain.timeZone) };
    return data<SaveOutcome>({ kind: 'saved', version, stored });
  } catch (error) {
    const failure = failureOf(error, saveFailure, context);
    return data<SaveOutcome>(refusedSave(failure), { status: failure.status });
  }
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

/** The form owns its state from the first letter; only another post is loaded over it. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams['id'] !== nextParams['id'];
}

export function meta({ loaderData }: Route.MetaArgs) {
  return screenMeta(loaderData ? `Edit: ${loaderData.values.title}` : 'Edit Post');
}

export default function EditPost({ loaderData }: Route.ComponentProps) {
  const { id, ...post } = loaderData;
  return <PostForm key={id} mode="edit" {...post} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <FailureScreen
      heading="Edit Post"
      error={error}
      sentence={loadFailure}
      back={{ to: '/admin/posts', label: 'Back to Posts' }}
    />
  );
}
