/** The icons that are made of a logo, all of them square PNG images. Pure: runs in the browser too. */

type IconShape = {
  /** Pixels of its sides. */
  size: number;
  /** The share of the side within which the logo is drawn. */
  share: number;
  /** `#rrggbb`; null: transparent. */
  background: string | null;
};

/** The token `paper` of `app/tokens.css` in light mode. */
const paper = '#fbf6f0';

/** By the name in the address. */
export const icons = {
  '32': { size: 32, share: 1, background: null },
  // Home screens of Apple show black where an icon is transparent, and round its corners.
  '180': { size: 180, share: 0.76, background: paper },
  '192': { size: 192, share: 1, background: null },
  '512': { size: 512, share: 1, background: null },
  // Launchers cut it to any shape around a circle of 80 % (https://www.w3.org/TR/appmanifest/#icon-masks): this square is in it.
  maskable: { size: 512, share: 0.56, background: paper },
} as const satisfies Record<string, IconShape>;

export type IconName = keyof typeof icons;

/** The address of an icon. @param image the address of an image of the library */
export function iconAddress(image: string, icon: IconName): string {
  return `${image}?icon=${icon}`;
}
