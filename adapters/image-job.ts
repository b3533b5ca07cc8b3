import type { ImageType, ImageWidth } from '#domain/images/image.ts';
import type { PreparedPicture, WantedType } from '#domain/images/image-services.ts';

/** Said of a picture that is given up, whoever notices it. */
export const tooLong = 'This picture takes too long to read, so it cannot be used.';

/** What the process that serves asks of the processes that make pictures. Only paths travel, never pixels. */
export type PictureJob =
  | { kind: 'prepare'; file: string; into: string }
  | { kind: 'resize'; file: string; into: string; width: ImageWidth; type: WantedType; own: ImageType };

export type PictureAnswer =
  | ({ kind: 'prepared' } & PreparedPicture)
  | { kind: 'resized'; type: ImageType | null }
  | { kind: 'refused'; sentence: string }
  | { kind: 'failed'; reason: 'full' | 'unavailable'; message: string };
