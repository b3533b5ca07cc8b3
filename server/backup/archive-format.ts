import { z } from 'zod';

import { imageAddress, imageKeyOf, type ImageKey } from '#domain/images/image.ts';

/** Every release reads archives of the versions that it knows; a changed format gets the next version. */
export const formatVersion = 1;

/** Names in the archive. The first two are its last files: without them it is incomplete. */
export const manifestName = 'manifest.json';
export const manifestDigestName = 'manifest.json.sha256';
export const tableName = (table: string) => `tables/${table}.copy.gz`;
export const imageName = (path: string) => `images/${path}`;

const storageRoot = '/storage/';
/** An image's path in the archive is derived from its public address and independent of the store. */
export const imagePath = (key: ImageKey) => imageAddress(key).slice(storageRoot.length);
/** @returns null if the path is not an image's */
export const archiveImageKey = (path: string) => imageKeyOf(storageRoot + path);

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const entry = z.object({ bytes: z.int().min(0), sha256: digest });

export const manifestSchema = z.object({
  product: z.literal('anyforge'),
  format: z.int().min(1),
  createdAt: z.iso.datetime(),
  /** The applied migrations of the database, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: digest })),
  tables: z.array(
    entry.extend({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().min(0) }),
  ),
  /** The last value of every sequence that was used. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^-?\d+$/) })),
  images: z.array(entry.extend({ path: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** A backup that cannot be made, or an archive that is refused. The message is for the user of the command. */
export class BackupError extends Error {
  override readonly name: string = 'BackupError';
}

/** The name of an archive that cannot be written or does not exist: a wrong argument of a command. */
export class ArchiveNameError extends BackupError {
  override readonly name = 'ArchiveNameError';
}
