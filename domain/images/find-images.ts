import {
  findImageRow,
  type ImageFilter,
  type ImageUse,
  listImageRows,
  listStoredKeys,
} from '#db/queries/images.ts';
import type { Database } from '#db/client.ts';
import type { ImageRow } from '#db/tables.ts';
import { readerOf, requirePermission, type Core } from '#domain/core/context.ts';
import { readPage } from '#domain/core/paging.ts';
import { searchedText } from '#domain/fields/fields.ts';
import { unusedDays } from './delete-unused-images.ts';
import { imageAddress, imageKeyOf, imageTypeOf } from './image.ts';

export type ListedImage = Awaited<ReturnType<typeof listImages>>['items'][number];

const imagesPerPage = 24;
const day = 86_400_000;
const allDays = unusedDays.listed + unusedDays.deleted;

/** A page of the library, newest first; a page past the end is the last one. */
export async function listImages(
  ctx: Core,
  { search, filter, use, page }: { search: string; filter: ImageFilter; use?: ImageUse; page: number },
) {
  const readerId = readerOf(requirePermission(ctx, 'write-drafts'));
  const wanted = { search: searchedText(search), filter, use, readerId, listed: unusedDays.listed };
  const { rows, found, ...paging } = await readPage(page, imagesPerPage, (window) =>
    listImageRows(ctx.db, wanted, window),
  );
  return {
    items: rows.map((row) => ({
      ...presentImage(row),
      uses: row.uses.map(({ post_id, title, place }) => ({ postId: post_id, title, place })),
      uploader: row.uploader,
      /** True if it was unused for so long that it is listed as deleted only. */
      isDeleted: filter === 'deleted',
      /** When it becomes deleted, or the sweep removes its file; null while something uses it. */
      leavesAt:
        row.unused_since &&
        new Date(row.unused_since.getTime() + (filter === 'deleted' ? allDays : unusedDays.listed) * day),
      /** An earlier version of a post shows it. */
      inRevision: row.in_revision,
      /** A page of the site shows it, or will. */
      inSite: row.in_site,
    })),
    ...paging,
    total: found,
  };
}

/** The stored image at an address; null when there is none. */
export async function findImage(ctx: Core, address: string): Promise<StoredImage | null> {
  requirePermission(ctx, 'write-drafts');
  const key = imageKeyOf(address);
  const row = key === null ? undefined : await findImageRow(ctx.db, key);
  return row ? presentImage(row) : null;
}

/** Which of these addresses are not, or no longer, of a stored image. */
export async function findGoneImages(db: Database, addresses: readonly string[]): Promise<Set<string>> {
  const keys = addresses.map(imageKeyOf).filter((key) => key !== null);
  const stored = keys.length === 0 ? [] : await listStoredKeys(db, keys);
  return new Set(addresses).difference(new Set(stored.map(imageAddress)));
}

export type StoredImage = ReturnType<typeof presentImage>;

export function presentImage(row: Omit<ImageRow, 'state' | 'uploaded_by' | 'unused_since'>) {
  return {
    id: row.id,
    folder: row.folder,
    src: imageAddress(row),
    type: imageTypeOf(row),
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    animated: row.animated,
    placeholder: row.placeholder,
    alt: row.alt,
    caption: row.caption,
    originalName: row.original_name,
    createdAt: row.created_at,
  };
}
