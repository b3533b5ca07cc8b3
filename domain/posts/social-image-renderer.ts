/** Text as vector paths, so that an image with text needs no font where it is rendered. */
export type Typeface = {
  /** True if the font has a glyph for every character of the text. */
  hasAll: (text: string) => boolean;
  /** In pixels, as `size` is. */
  width: (text: string, size: number) => number;
  /** SVG path data of the text on a baseline. */
  path: (text: string, x: number, baseline: number, size: number) => string;
};

/** Renders the images that other sites show beside a link to a post. */
export type SocialImageRenderer = {
  /**
   * A PNG. Finished images are kept like pages, by who answers with them.
   * @param draw returns the SVG; `logo` is an image as a data address, null where there is none
   * @param logo the address of the owner's logo; '' for none
   * @throws when the logo cannot be read now
   */
  render: (
    draw: (typeface: Typeface, logo: string | null) => string,
    logo?: string,
  ) => Promise<Uint8Array<ArrayBuffer>>;
};
