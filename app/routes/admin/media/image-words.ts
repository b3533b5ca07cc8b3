import type { ListedImage } from '#domain/images/find-images.ts';

/** The name of the uploaded file. */
export function nameOf({ originalName }: Pick<ListedImage, 'originalName'>): string {
  return originalName === '' ? 'Untitled image' : originalName;
}

/** Dimensions and size: "1,200 × 800 · 240 KB". */
export function factsOf({ width, height, bytes }: Pick<ListedImage, 'width' | 'height' | 'bytes'>): string {
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
}: Pick<ListedImage, 'uses' | 'inRevision' | 'inSite'>): string {
  const posts = new Set(uses.map(({ postId }) => postId)).size;
  if (posts === 0 && inSite) return 'In Site or Authors';
  if (posts === 0) return inRevision ? 'In earlier versions' : 'Unused';
  return `Used in ${posts} ${posts === 1 ? 'post' : 'posts'}`;
}
