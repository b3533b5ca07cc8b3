import type { ListedImage } from '#domain/images/list-images.ts';
import type { UploadedImage } from '../images/upload-image.ts';

/** An image of the library as its screen shows it. */
export type ShownImage = UploadedImage &
  Pick<ListedImage, 'uses' | 'uploader' | 'inRevision'> & {
    /** The day of the upload, and of the removal when nothing uses it until then; both in the site's zone. */
    day: string;
    removedOn: string | null;
  };

/** What an image is called: its file's name, as it came. */
export function nameOf({ originalName }: Pick<ShownImage, 'originalName'>): string {
  return originalName === '' ? 'Untitled image' : originalName;
}

/** 1,200 × 800 · 240 KB */
export function factsOf({ width, height, bytes }: Pick<ShownImage, 'width' | 'height' | 'bytes'>): string {
  const size =
    bytes < 1_000_000
      ? `${Math.max(1, Math.round(bytes / 1000))} KB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')} · ${size}`;
}

export function usesOf({ uses, inRevision }: Pick<ShownImage, 'uses' | 'inRevision'>): string {
  const posts = new Set(uses.map(({ postId }) => postId)).size;
  if (posts === 0) return inRevision ? 'In earlier versions' : 'Unused';
  return `Used in ${posts} ${posts === 1 ? 'post' : 'posts'}`;
}
