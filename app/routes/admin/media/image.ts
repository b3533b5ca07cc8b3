import { findImage } from '#domain/images/find-images.ts';
import { fileLoader } from '../actions/screen-loader.ts';

/** The stored image with the address `?src=`; null when there is none. */
export const loader = fileLoader('Failed to load image.', async (domain, { url }) =>
  Response.json(await findImage(domain, url.searchParams.get('src') ?? '')),
);
