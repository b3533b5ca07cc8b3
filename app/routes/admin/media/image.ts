import { data } from 'react-router';

import type { Route } from './+types/image';
import { describeImage } from '#domain/images/describe-image.ts';
import { findImage } from '#domain/images/find-image.ts';
import { textField } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { withNetworkFallback } from '../network-error.ts';
import type { UploadedImage } from '../images/upload-image.ts';

/** `mayPass`: the same may be taken when it is sent again. */
export type DescribeOutcome = { ok: true } | { ok: false; message: string; mayPass: boolean };

const loadFailure = 'Failed to load image.';
const saveFailure = 'Failed to save image.';

/** What is stored of the image at `?src=`; null when there is none. */
export async function loader({ url, context }: Route.LoaderArgs) {
  try {
    const image = await findImage(context.get(domainContext), url.searchParams.get('src') ?? '');
    const sent: UploadedImage | null = image && { ...image, createdAt: image.createdAt.toISOString() };
    return data({ image: sent });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

/** An image that cannot be looked up is shown without what is known of it: the form stays. `?ready` asks nobody. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (new URL(request.url).searchParams.has('ready')) return { image: null };
  return serverLoader().catch(() => ({ image: null }));
}

/** Nothing that is sent from elsewhere changes it. */
export function shouldRevalidate() {
  return false;
}

/** Says what an image shows: only the fields that are sent. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const fields = Object.fromEntries([...form].filter(([name]) => name !== 'id'));
  try {
    await describeImage(context.get(domainContext), textField(form, 'id'), fields);
    return data<DescribeOutcome>({ ok: true });
  } catch (error) {
    const { status, message } = failureOf(error, saveFailure, context);
    return data<DescribeOutcome>({ ok: false, message, mayPass: status >= 500 }, { status });
  }
}

/** A failing line is an answer too: the screen stays. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withNetworkFallback(serverAction(), saveFailure, (message, status): DescribeOutcome => ({
    ok: false,
    message,
    mayPass: status !== 403,
  }));
}
