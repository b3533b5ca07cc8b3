/** Uploads an image. `onProgress` gets the share from 0 to 1. Rejects with a message for the author. */
export type UploadImage = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<StoredImage>;

export type StoredImage = { src: string; width: number; height: number };

export type LibraryImage = StoredImage & { alt: string | null; name: string; posts: string[] };

/** A page of the library, newest first; '' finds every image. Rejects when there is no answer. */
type FindImages = (
  query: string,
  page: number,
  signal: AbortSignal,
) => Promise<{ items: LibraryImage[]; hasMore: boolean }>;

/** A post, page or case study that a link can lead to; `form` is where it is edited. */
export type LinkTarget = { title: string; kind: string; address: string; form: string; isPublic: boolean };

/** Posts whose title has these words; there is one page of them. Rejects when there is no answer. */
export type FindLinkTargets = (query: string, page: number, signal: AbortSignal) => Promise<LinkTarget[]>;

export type ImageLibrary = { findImages: FindImages; findTargets: FindLinkTargets };

export type PendingImages = { underWay: number; failed: number };
