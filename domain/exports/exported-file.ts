import type { ImageKey } from '#domain/images/image.ts';

/** A file of an export: its text, or the image that it is a copy of. */
export type ExportedFile = { path: string } & ({ text: string } | { image: ImageKey });
