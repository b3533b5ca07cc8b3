/** Glyphs as paths, so that an image with text needs no font where it is shown. */
export type Typeface = {
  /** Whether the typeface has a glyph for every character of the text. */
  hasAll: (text: string) => boolean;
  width: (text: string, size: number) => number;
  /** SVG path data of the text on a baseline. */
  path: (text: string, x: number, baseline: number, size: number) => string;
};

/** Makes the images that other sites show beside a link to a post. */
export type SocialImageRenderer = {
  /**
   * A PNG, from memory if it was made before.
   * @param key different for everything that the image depends on
   * @param draw makes the SVG
   */
  print: (key: string, draw: (typeface: Typeface) => string) => Promise<Uint8Array<ArrayBuffer>>;
};
