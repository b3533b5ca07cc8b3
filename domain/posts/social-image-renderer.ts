/** Letters as lines, so that an image with text needs no font where it is shown. */
export type Typeface = {
  /** Whether there is a letter for every one of the text. */
  hasAll: (text: string) => boolean;
  width: (text: string, size: number) => number;
  /** SVG path data of the text on a baseline. */
  path: (text: string, x: number, baseline: number, size: number) => string;
};

/** Makes images for other sites to show beside a link to a post. */
export type SocialImageRenderer = {
  /**
   * A PNG, from memory where it was made before.
   * @param key tells apart everything that the drawing depends on.
   * @param draw makes the SVG.
   */
  print: (key: string, draw: (typeface: Typeface) => string) => Promise<Uint8Array<ArrayBuffer>>;
};
