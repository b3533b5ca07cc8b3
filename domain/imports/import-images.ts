import { rm } from 'node:fs/promises';

import { findImageRow } from '#db/queries/images.ts';
import { insertImportRecords, listImportedImages } from '#db/queries/imports.ts';
import type { Core } from '#domain/core/context.ts';
import { invalid, isDomainError } from '#domain/core/errors.ts';
import { describeImage } from '#domain/images/describe-image.ts';
import { imageAddress } from '#domain/images/image.ts';
import { imageLimits } from '#domain/images/image-limits.ts';
import type { ImageProcessor, ImageStore } from '#domain/images/image-services.ts';
import { storeImage } from '#domain/images/store-image.ts';
import type { ImageOrigin, NamedImage, OpenExport, TakenImage } from './export-steps.ts';
import { imageKeyAt } from './markdown/own-export.ts';
import { cut } from './plain-words.ts';

export type ImportParts = {
  store: ImageStore;
  processor: ImageProcessor;
  /** A folder of this machine for files on their way. */
  folder: string;
  /** Fetches an image of the web into a file; null: none are fetched. @throws invalid with the reason */
  fetchImage: ((address: string, into: string) => Promise<void>) | null;
};

/** Takes an image that a text names, once however many texts do. */
export type TakeImage = (image: NamedImage) => Promise<TakenImage>;

/** Images that one run fetches from the web. */
const maxFetched = 20_000;
/** After so many failures one after the other, a site is not asked again. */
const maxFailures = 10;
const notFetched = 'It is on the old site. Fetching images from the web is off.';

/** Says of each image whether it would be taken; stores nothing. */
export function tryImages(fetches: boolean): TakeImage {
  return async ({ origin }) => {
    if ('reason' in origin) return origin;
    if ('url' in origin && !fetches) return { reason: notFetched };
    return { src: imageAddress({ folder: 'editor-images', name: `${'0'.repeat(39)}.png` }) };
  };
}

/** Stores images of an import, and knows those that an earlier run of it has stored. */
export async function createImageTaker(
  ctx: Core,
  { facts: { own }, extract }: Pick<OpenExport, 'facts' | 'extract'>,
  parts: ImportParts,
  importId: string,
): Promise<TakeImage> {
  const taken = new Map<string, Promise<TakenImage>>();
  for (const { address, ...key } of await listImportedImages(ctx.db, importId))
    if (address !== null) taken.set(address, Promise.resolve({ src: imageAddress(key) }));
  const ofOwnExport = new Map(
    own?.images.map(({ path, ...said }) => [`file:${path}`, { said, key: imageKeyAt(path) }]),
  );
  let files = 0;
  let fetched = 0;
  const failures = new Map<string, number>();

  return ({ origin, ...image }) => {
    if ('reason' in origin) return Promise.resolve(origin);
    const before = taken.get(origin.key.slice(0, 2_000));
    if (before) return before;
    const storing = store(origin, image);
    taken.set(origin.key.slice(0, 2_000), storing);
    return storing;
  };

  async function store(
    origin: Exclude<ImageOrigin, { reason: string }>,
    { address, folder, alt }: Omit<NamedImage, 'origin'>,
  ): Promise<TakenImage> {
    if ('url' in origin && parts.fetchImage === null) return { reason: notFetched };
    const { said, key } = ofOwnExport.get(origin.key) ?? { said: null, key: null };
    if (key && 'file' in origin && (await findImageRow(ctx.db, key))?.bytes === origin.file.bytes)
      return { src: imageAddress(key) };
    files += 1;
    const path = `${parts.folder}/${files}`;
    try {
      if ('url' in origin) await fetchFrom(origin.url, path);
      else await extract(origin.file.path, path);
      const originalName = address.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
      const words = cut(alt ?? '', imageLimits.alt);
      const image = await storeImage(
        ctx,
        parts,
        path,
        {
          folder: key?.folder ?? folder,
          originalName: (key && said?.original_name) ?? originalName,
          alt: said?.alt ?? (words || null),
        },
        key && said && { ...said, name: key.name },
      );
      // A file that a person has put into an export has a name of its own.
      if (said && !key) {
        await describeImage(ctx, image.id, { caption: said.caption });
      }
      await insertImportRecords(ctx.db, importId, 'image', [{ id: image.id, address: origin.key }]);
      return { src: image.src };
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return { reason: error.message };
    } finally {
      await rm(path, { force: true });
    }
  }

  async function fetchFrom(url: string, path: string): Promise<void> {
    const { host } = new URL(url);
    const before = failures.get(host) ?? 0;
    if (before >= maxFailures)
      throw invalid(`${host} did not answer ${maxFailures} times. It was not asked again.`);
    if (fetched >= maxFetched)
      throw invalid(`More than ${maxFetched.toLocaleString('en-US')} images of the web.`);
    fetched += 1;
    try {
      await parts.fetchImage?.(url, path);
      failures.delete(host);
    } catch (error) {
      const hasAnswered = isDomainError(error) && error.message.startsWith('The old site answered');
      failures.set(host, hasAnswered ? 0 : before + 1);
      throw error;
    }
  }
}
