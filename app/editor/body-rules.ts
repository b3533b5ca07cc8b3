/**
 * What a body may hold, as the product decides it: the editor never keeps what saving would drop. Everything here is
 * cheap enough to be asked at every paste.
 */
export type BodyRules = {
  isSafeLink: (address: string) => boolean;
  /** The id under which an element of the text can be linked to; null for what can be none. */
  anchorId: (id: string) => string | null;
  /** Whether an image of this address is stored here; others are only their words. */
  isOwnImage: (address: string) => boolean;
  /** The looks that an element's attributes ask for, whoever wrote them. */
  parseTextStyles: (
    attributes: Readonly<Record<string, string | undefined>>,
  ) => Partial<Record<Look, string>>;
  textStyleClass: (look: Look, name: string) => string;
  fontNames: readonly string[];
  sizeNames: readonly string[];
  colorNames: readonly string[];
  alignments: readonly string[];
  widthNames: readonly string[];
  maxIndent: number;
  /** A film of a site whose player may stand in a text. */
  readVideo: (address: string) => { player: string; page: string; site: string } | null;
  videoSites: readonly string[];
  countWords: (text: string) => number;
  readMinutes: (words: number) => number;
};

export type Look = 'font' | 'size' | 'color' | 'background' | 'align' | 'indent' | 'width';

/** Sends an image to the store, until it is stopped. Rejects with a message for the author. */
export type UploadImage = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<{ src: string; width: number; height: number; alt?: string | null }>;

/** Images that have a place in the text and are not part of it: on their way to the store, or not arrived there. */
export type ImagesInWork = { underWay: number; failed: number };

export function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]));
}
