import { countImages, listImages as listImageRows, type ImageFilter } from '#db/queries/images.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { withoutControls } from '#domain/text/fields.ts';
import type { StoredImage } from './image.ts';
import { presentImage } from './present-image.ts';

export type ImageUse = { postId: string; title: string; place: 'featured' | 'body' };

/** An image of the library. */
export type ListedImage = StoredImage & {
  uses: ImageUse[];
  uploader: string | null;
  /** null while a post uses it; the sweep removes it a week later, or once no revision shows it any more. */
  unusedSince: Date | null;
  /** An earlier version of a post shows it. */
  inRevision: boolean;
};

export type ImageList = { items: ListedImage[]; page: number; pages: number; total: number };

export const imagesPerPage = 24;
const longestSearch = 200;

/**
 * A page of the library, newest first; past the end, the last page that exists. One statement, or three past the end.
 */
export async function listImages(
  ctx: DomainContext,
  { search, filter, page }: { search: string; filter: ImageFilter; page: number },
): Promise<ImageList> {
  requireActor(ctx);
  const wanted = { search: withoutControls(search).trim().slice(0, longestSearch), filter };
  const window = { limit: imagesPerPage, offset: (page - 1) * imagesPerPage };
  const rows = await listImageRows(ctx.db, wanted, window);
  if (rows.length === 0 && page > 1) {
    const lastPage = pagesOf(await countImages(ctx.db, wanted));
    // A page may have become empty since the count: the one before it is asked for then.
    return listImages(ctx, { search, filter, page: Math.min(lastPage, page - 1) });
  }
  const total = rows[0]?.total ?? 0;
  return {
    items: rows.map((row) => ({
      ...presentImage(row),
      uses: row.uses.map(({ post_id, title, place }) => ({ postId: post_id, title, place })),
      uploader: row.uploader,
      unusedSince: row.unused_since,
      inRevision: row.in_revision,
    })),
    page,
    pages: pagesOf(total),
    total,
  };
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / imagesPerPage));
}
