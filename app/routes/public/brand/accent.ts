import { href } from 'react-router';

import type { Route } from './+types/accent';
import { nothingHere } from '#app/http/site-file.ts';
import { accentsOf, isHexColor, isReadableAccent } from '#domain/site/accent-color.ts';
import type { WordsOf } from '#domain/site/site-words.ts';

/** The address of the style sheet with the accent colors of the brand; null where it has none of its own. */
export function accentAddress(brand: WordsOf<'brand'>): string | null {
  if (brand.accentLight === '' && brand.accentDark === '') return null;
  const { light, dark } = accentsOf(brand);
  return href('/accent/:colors', { colors: `${light.slice(1)}-${dark.slice(1)}.css` });
}

/** The style sheet follows from its address, so it can be kept forever. */
export function loader({ params: { colors } }: Route.LoaderArgs) {
  const [, light, dark] = /^([^-]*)-([^-]*)\.css$/.exec(colors) ?? [];
  const [inLight, inDark] = [`#${light}`, `#${dark}`];
  const isAccent =
    isHexColor(inLight) &&
    isHexColor(inDark) &&
    isReadableAccent(inLight, 'light') &&
    isReadableAccent(inDark, 'dark');
  if (!isAccent) return nothingHere();
  return new Response(`:root{--color-signal:light-dark(${inLight},${inDark})}`, {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}
