import type { ListedImage } from '#domain/images/find-images.ts';
import type { UploadedImage } from '../images/upload-image.ts';

/** An image as the library shows it. */
export type ShownImage = UploadedImage &
  Pick<ListedImage, 'uses' | 'uploader' | 'inRevision' | 'inSite'> & {
    /** Day of the upload, in the time zone of the site. */
    day: string;
    /** Day on which the image is deleted if nothing uses it until then; null for none. */
    removedOn: string | null;
  };

/** The name of the uploaded file. */
export function nameOf({ originalName }: Pick<ShownImage, 'originalName'>): string {
  return originalName === '' ? 'Untitled image' : originalName;
}

/** Dimensions and size: "1,200 × 800 · 240 KB". */
export function factsOf({ width, height, bytes }: Pick<ShownImage, 'width' | 'height' | 'bytes'>): string {
  const size =
    bytes < 1_000_000
      ? `${Math.max(1, Math.round(bytes / 1000))} KB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')} · ${size}`;
}

export function usesOf({
  uses,
  inRevision,
  inSite,
}: Pick<ShownImage, 'uses' | 'inRevision' | 'inSite'>): string {
  const posts = new Set(uses.map(({ postId }) => postId)).size;
  if (posts === 0 && inSite) return 'Used in Site or Authors';
  if (posts === 0) return inRevision ? 'In earlier versions' : 'Unused';
  return `Used in ${posts} ${posts === 1 ? 'post' : 'posts'}`;
}
