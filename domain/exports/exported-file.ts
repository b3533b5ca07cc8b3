import type { ImageKey } from '#domain/images/image.ts';

export type ExportedFile = { path: string } & ({ text: string } | { image: ImageKey });

export type ArchiveWriter = {
  /** Files as one zip archive, images read from the store. */
  writeArchive: (files: AsyncIterable<ExportedFile>) => AsyncIterable<Uint8Array>;
};
