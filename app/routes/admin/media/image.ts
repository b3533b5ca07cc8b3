import { findImage } from '#domain/images/find-images.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import type { UploadedImage } from '../images/upload-image.ts';

/** The stored image with the address `?src=`; null when there is none. */
export const loader = screenLoader('Failed to load image.', async (domain, { url }) => {
  const image = await findImage(domain, url.searchParams.get('src') ?? '');
  const sent: UploadedImage | null = image && { ...image, createdAt: image.createdAt.toISOString() };
  return Response.json(sent);
});
