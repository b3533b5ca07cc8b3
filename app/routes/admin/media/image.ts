import type { Route } from './+types/image';
import { describeImage } from '#domain/images/describe-image.ts';
import { findImage } from '#domain/images/find-images.ts';
import { loadLookup } from '../hooks/load-lookup.ts';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import type { UploadedImage } from '../images/upload-image.ts';

const loadFailure = 'Failed to load image.';
const failures = { describe: 'Failed to save image.' };

/** The stored image with the address `?src=`; null when there is none. */
export const loader = screenLoader(loadFailure, async (domain, { url }) => {
  const image = await findImage(domain, url.searchParams.get('src') ?? '');
  const sent: UploadedImage | null = image && { ...image, createdAt: image.createdAt.toISOString() };
  return { image: sent };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadLookup(args);
}

/** Only the form of this route changes it. */
export function shouldRevalidate() {
  return false;
}

/** Changes the alt text and caption of an image: only the fields that are sent. */
export const action = formAction(failures, {
  describe: { run: (ctx, { id = '', ...fields }) => describeImage(ctx, id, fields), done: null },
});

export const clientAction = formClientAction(failures);
