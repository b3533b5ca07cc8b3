import { href } from 'react-router';

import { accentsOf } from '#domain/site/accent-color.ts';
import type { WordsOf } from '#domain/site/site-words.ts';

/** The address of the style sheet with the accent colors of the brand; null where it has none of its own. */
export function accentAddress(brand: WordsOf<'brand'>): string | null {
  if (brand.accentLight === '' && brand.accentDark === '') return null;
  const { light, dark } = accentsOf(brand);
  return href('/accent/:colors', { colors: `${light.slice(1)}-${dark.slice(1)}.css` });
}
