import type { Readable } from 'node:stream';

import type { ImageRow } from '#db/tables.ts';
import type { ImageKey } from './image.ts';
import type { IconName } from './icon.ts';
import type { ImageType, ImageWidth } from './image-limits.ts';

/** The store of images: a folder of this machine, or a service with the S3 API. */
export type ImageStore = {
  /** Stores a local file under a new key: completely, or not visibly when it throws. */
  put: (key: ImageKey, file: string) => Promise<void>;
  /** The stored bytes, or null when there is no such image. The caller reads or destroys the stream. */
  read: (key: ImageKey) => Promise<{ bytes: number; stream: Readable } | null>;
  /** Succeeds also for an image that does not exist. */
  remove: (key: ImageKey) => Promise<void>;
  /** Throws when an image could not be stored now. */
  check: () => Promise<void>;
};

/** A store that can be told from another one by a text in it, beside the images. */
export type IdentifiedStore = ImageStore & {
  /** Null where none was written. */
  readIdentity: () => Promise<string | null>;
  /** @param file with the text */
  writeIdentity: (file: string) => Promise<void>;
  /** Where the text is, for the person who runs the machine. */
  identityPlace: string;
};

/** An uploaded file after processing: its pixels encoded again, and nothing else of it. */
export type PreparedImage = {
  type: ImageType;
  /** True if the file that was given is one that this processor wrote, and nothing more. */
  isOwnEncoding: boolean;
} & Pick<ImageRow, 'width' | 'height' | 'bytes' | 'animated' | 'placeholder'>;

/** An image's own type, a newer one that the browser supports, or JPEG for every reader: not animated, on white. */
export type WantedType = 'own' | 'webp' | 'avif' | 'jpg';

/** A stored image in another size: one that is offered, or an icon made of it. */
export type WantedVariant = { width: ImageWidth; type: WantedType } | { icon: IconName };

/** Decodes and encodes a bounded number of images at once, in other processes. */
export type ImageProcessor = {
  /**
   * Decodes an uploaded file and writes it again: upright, without metadata, at most as large as pages can use.
   * @param takes.svg whether it may be an SVG, which is stored as PNG
   * @throws invalid with a message when it is not a supported image, is damaged, or has too many pixels.
   */
  prepare: (file: string, into: string, takes?: { svg: boolean }) => Promise<PreparedImage>;
  /**
   * Writes a stored image in another width and type, or as an icon (PNG).
   * @returns the type written, or null when the stored file itself serves better (nothing is written then).
   */
  resize: (
    file: string,
    into: string,
    wanted: WantedVariant & { own: ImageType },
  ) => Promise<ImageType | null>;
  close: () => Promise<void>;
};

/** An image could not be stored or made for an external reason; the message is for the person who uploads. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly reason: 'full' | 'unavailable' | 'busy';

  constructor(reason: StorageError['reason'], options?: ErrorOptions) {
    super(messages[reason], options);
    this.reason = reason;
  }
}

const messages = {
  full: 'There is no room left for images on the server. Nothing was stored.',
  unavailable:
    'The image store cannot be reached right now. Nothing was stored; please try again in a moment.',
  busy: 'The server is busy with other images. Please try again in a moment.',
} as const;
