import type { ImageType } from '#domain/images/image-limits.ts';
import type { PreparedImage, WantedVariant } from '#domain/images/image-services.ts';

export const tooLong = 'This image takes too long to read, so it cannot be used.';

/** Jobs for the image processes. They hold paths only, never pixels. */
export type ImageJob =
  | { kind: 'prepare'; file: string; into: string; takesSvg: boolean }
  | { kind: 'resize'; file: string; into: string; own: ImageType; wanted: WantedVariant };

export type ImageJobResult =
  | ({ kind: 'prepared' } & PreparedImage)
  | { kind: 'resized'; type: ImageType | null }
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; reason: 'full' | 'unavailable'; message: string };
