import type { StoredImage } from '#domain/images/find-images.ts';
import type { ImageFolder } from '#domain/images/image.ts';
import { fieldOf } from '#app/http/field-of.ts';
import { sendFile } from '../send-file.ts';
import { imageLimits, mediaTypeOf, tooLargeMessage } from '#domain/images/image-limits.ts';

export type UploadedImage = Omit<StoredImage, 'createdAt'>;

/** For a file input. Left out: types that browsers cannot show. A phone then offers its own as JPEG. */
export const takenTypes = takenBy('editor-images');

/** The types that a folder takes, for a file input. */
export function takenBy(folder: ImageFolder): string {
  return [...Object.values(mediaTypeOf), ...(folder === 'logos' ? ['image/svg+xml'] : [])].join(',');
}

export const uploadFailure = 'Failed to upload image.';

/**
 * Sends one image to the store. Runs in the browser.
 * @param options.onProgress called with the part of the file that was sent, from 0 to 1; at 1 the server still decodes it.
 * @throws an error with the server's message, else with the specified one.
 */
export async function uploadImage(
  file: File,
  options: { folder: ImageFolder; onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadedImage> {
  const { folder, signal } = options;
  if (file.size > imageLimits.bytes) throw new Error(tooLargeMessage);
  if (signal.aborted) throw new Error(uploadFailure);
  const { status, answer } = await sendFile(`/api/images/${folder}`, file, options);
  if (status === 201 && isUploaded(answer)) return answer;
  const message = fieldOf(answer, 'message');
  throw new Error((typeof message === 'string' && message) || uploadFailure);
}

/** An image for the body of a post. What it shows is said in the post: another one may say it otherwise. */
export async function uploadBodyImage(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<{ src: string; width: number; height: number }> {
  const { src, width, height } = await uploadImage(file, { folder: 'editor-images', onProgress, signal });
  return { src, width, height };
}

function isUploaded(answer: unknown): answer is UploadedImage {
  return typeof answer === 'object' && answer !== null && 'src' in answer && 'id' in answer;
}
