import type { ColorScheme } from '#domain/html/color-schemes.ts';

/** The PNG images that are made of a logo. Pure: runs in the browser too. */

type IconShape = {
  /** Pixels of its sides, or of its height where it is as wide as the logo. */
  size: number;
  isSquare: boolean;
  /** The share of the side within which the logo is drawn. */
  share: number;
  /** True if paper is drawn behind the logo; else it is transparent. */
  isFilled: boolean;
  /** The ground on which it must be seen (`logo-on-ground.ts`); null: the logo stays as it is. */
  ground: ColorScheme | null;
};

/** By the name in the address. */
export const icons = {
  '32': { size: 32, isSquare: true, share: 1, isFilled: false, ground: null },
  // Home screens of Apple show black where an icon is transparent, and round its corners.
  '180': { size: 180, isSquare: true, share: 0.76, isFilled: true, ground: 'light' },
  '192': { size: 192, isSquare: true, share: 1, isFilled: false, ground: null },
  '512': { size: 512, isSquare: true, share: 1, isFilled: false, ground: null },
  // Launchers cut it to any shape around a circle of 80 % (https://www.w3.org/TR/appmanifest/#icon-masks): this square is in it.
  maskable: { size: 512, isSquare: true, share: 0.56, isFilled: true, ground: 'light' },
  // Pages and social images.
  light: { size: 192, isSquare: false, share: 1, isFilled: false, ground: 'light' },
  dark: { size: 192, isSquare: false, share: 1, isFilled: false, ground: 'dark' },
} as const satisfies Record<string, IconShape>;

export type IconName = keyof typeof icons;

/** The address of an icon. @param image the address of an image of the library */
export function iconAddress(image: string, icon: IconName): string {
  return `${image}?icon=${icon}`;
}
