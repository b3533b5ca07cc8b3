import { z } from 'zod';

import { imageAddress, imageKeyOf, type ImageKey } from '#domain/images/image.ts';

/** An archive of this number is read by every release that knows it; a change of meaning gets the next one. */
export const formatVersion = 1;

/** Names in the archive. The last two end it: an archive without them is not whole. */
export const manifestName = 'manifest.json';
export const manifestDigestName = 'manifest.json.sha256';
export const tableName = (table: string) => `tables/${table}.copy.gz`;
export const imageName = (path: string) => `images/${path}`;

const storageRoot = '/storage/';
/** An image's path in the archive follows its public address, whichever store it lies in. */
export const imagePath = (key: ImageKey) => imageAddress(key).slice(storageRoot.length);
/** @returns null for a path that can be no image's */
export const archiveImageKey = (path: string) => imageKeyOf(storageRoot + path);

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const entry = z.object({ bytes: z.int().min(0), sha256: digest });

/** What an archive says about itself. */
export const manifestSchema = z.object({
  product: z.literal('anyforge'),
  format: z.int().min(1),
  createdAt: z.iso.datetime(),
  /** The migrations of the database, in their order. */
  migrations: z.array(z.object({ name: z.string(), checksum: digest })),
  tables: z.array(
    entry.extend({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().min(0) }),
  ),
  partitions: z.array(
    z.object({
      name: z.string(),
      parent: z.string(),
      bound: z.string().regex(/^(DEFAULT|FOR VALUES [\w\s'(),:.+-]+)$/),
    }),
  ),
  /** The last number of every sequence that has given one. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^-?\d+$/) })),
  images: z.array(entry.extend({ path: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Why there can be no backup, or why an archive is refused; the message is for the person who asked. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
