/**
 * What a body may contain. The server cleans by the same rules, so the editor never keeps what saving would remove.
 * Everything here is cheap enough to be called at every paste.
 */
export type BodyRules = {
  isSafeLink: (address: string) => boolean;
  /** The id under which an element of the text can be linked to; null for what can be none. */
  anchorId: (id: string) => string | null;
  /** Whether an image of this address is stored here; others are only their words. */
  isOwnImage: (address: string) => boolean;
  /** The text styles that the attributes of an element from any source ask for. */
  parseTextStyles: (
    attributes: Readonly<Record<string, string | undefined>>,
  ) => Partial<Record<TextStyleKind, string>>;
  textStyleClass: (kind: TextStyleKind, name: string) => string;
  fontNames: readonly string[];
  sizeNames: readonly string[];
  colorNames: readonly string[];
  alignments: readonly string[];
  widthNames: readonly string[];
  maxIndent: number;
  /** The video at this address; null unless its site is one of `videoSites`. */
  readVideo: (address: string) => { player: string; page: string; site: string } | null;
  videoSites: readonly string[];
  /** Kinds of a callout, and what each is called. */
  calloutNames: Readonly<Record<string, string>>;
  /** The address that a link of a search engine leads on to; every other address as it is. */
  unwrapRedirect: (address: string) => string;
  countWords: (text: string) => number;
  footnoteReference: (key: string, number: number) => string;
  footnoteList: (notes: readonly { key: string; html: string }[]) => string;
  /** Markdown as HTML that is not clean; the prefix keeps its footnotes apart. Rejects when there is no connection. */
  markdownHtml: (markdown: string, prefix: string) => Promise<string>;
  readMinutes: (words: number) => number;
};

export type TextStyleKind = 'font' | 'size' | 'color' | 'background' | 'align' | 'indent' | 'width';

/** Uploads an image. `onProgress` gets the share from 0 to 1. Rejects with a message for the author. */
export type UploadImage = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<{ src: string; width: number; height: number; alt?: string | null }>;

/** An image of the library, with the titles of the posts that show it. */
export type LibraryImage = {
  src: string;
  alt: string | null;
  width: number;
  height: number;
  name: string;
  posts: string[];
};

/**
 * A page of the library, newest first; '' finds every image. Rejects when there is no answer.
 * @param post the id of a post: only images that it shows
 */
export type FindImages = (
  search: { query: string; post: string | null },
  page: number,
  signal: AbortSignal,
) => Promise<{ items: LibraryImage[]; hasMore: boolean }>;

/** A post that a link can lead to. */
export type LinkTarget = { id: string; title: string; address: string; isPublic: boolean };

/** Posts whose title has these words; there is one page of them. Rejects when there is no answer. */
export type FindLinkTargets = (query: string, page: number, signal: AbortSignal) => Promise<LinkTarget[]>;

/** Number of images in the text that are being uploaded, and of those whose upload failed. */
export type PendingImages = { underWay: number; failed: number };

export function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]));
}
