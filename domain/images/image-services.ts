import type { Readable } from 'node:stream';

import type { ImageKey, ImageType, ImageWidth } from './image.ts';

/** Where the pictures lie: a folder of this machine, or a service that speaks S3. */
export type ImageStore = {
  /** Stores a local file under a new key: wholly or, when it throws, not at all as far as readers can see. */
  put: (key: ImageKey, file: string) => Promise<void>;
  /** The stored bytes, or null when there is no such picture. The caller reads or destroys the stream. */
  read: (key: ImageKey) => Promise<{ bytes: number; stream: Readable } | null>;
  /** Also when it is already gone. */
  remove: (key: ImageKey) => Promise<void>;
  /** Throws when a picture could not be stored now. */
  check: () => Promise<void>;
};

/** What becomes of an uploaded file: our own encoding of its pixels, and nothing else of it. */
export type PreparedPicture = {
  type: ImageType;
  width: number;
  height: number;
  bytes: number;
  animated: boolean;
  placeholder: string | null;
};

/** A picture's own type, a newer one that the browser takes, or the one that everybody reads: still, and on white. */
export type WantedType = 'own' | 'webp' | 'avif' | 'jpg';

/** Decodes and encodes, a bounded number of pictures at once, beside the process that serves. */
export type PictureWorkshop = {
  /**
   * Decodes an uploaded file and writes it again: upright, without metadata, at most as large as pages can use.
   * @throws invalid with a sentence when it is no picture we take, is damaged, or has too many pixels.
   */
  prepare: (file: string, into: string) => Promise<PreparedPicture>;
  /**
   * Writes a stored picture in another width and type.
   * @returns the type written, or null when the stored file itself serves better (nothing is written then).
   */
  resize: (
    file: string,
    into: string,
    wanted: { width: ImageWidth; type: WantedType; own: ImageType },
  ) => Promise<ImageType | null>;
  close: () => Promise<void>;
};

/** Why a picture could not be kept or made, where the reason is outside: the sentence is for the person who uploads. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly reason: 'full' | 'unavailable' | 'busy';

  constructor(reason: StorageError['reason'], options?: ErrorOptions) {
    super(sentences[reason], options);
    this.reason = reason;
  }
}

const sentences = {
  full: 'There is no room left for pictures on the server. Nothing was stored.',
  unavailable:
    'The picture store cannot be reached right now. Nothing was stored; please try again in a moment.',
  busy: 'The server is busy with other pictures. Please try again in a moment.',
} as const;
