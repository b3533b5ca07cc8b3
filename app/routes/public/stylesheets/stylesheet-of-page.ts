import blocks from '#app/blocks.css?url';
import { hasBlocks } from '#domain/text/blocks.ts';
import home from './home.css?url';
import other from './public.css?url';
import reading from './reading.css?url';
import styledReading from './styled-reading.css?url';

const sheets = { home, reading, styledReading };

/** A route exports one of these as its `handle` to choose its style sheet. */
export const usesHomeStylesheet = { sheet: 'home' } as const;
export const usesReadingStylesheet = { sheet: 'reading' } as const;

/** A page that shows one of several others names the sheet in its data, as `sheet`. */
export const usesNamedStylesheet = { sheet: 'named' } as const;

/** The style sheet of the matched page. There are several so that no page loads the rules of another. */
export function stylesheetOf(matches: readonly { handle: unknown; loaderData: unknown }[]): string {
  for (const { handle, loaderData } of matches) {
    if (handle === usesHomeStylesheet || (handle === usesNamedStylesheet && names(loaderData, 'home')))
      return sheets.home;
    if (handle === usesNamedStylesheet && names(loaderData, 'reading')) return sheets.reading;
    if (handle === usesReadingStylesheet)
      return isStyled(htmlOf(loaderData)) ? sheets.styledReading : sheets.reading;
  }
  return other;
}

/** The further style sheet of a page whose body has blocks of the editor; null for every other page. */
export function blockStylesheetOf(matches: readonly { loaderData: unknown }[]): string | null {
  return matches.some(({ loaderData }) => hasBlocks(htmlOf(loaderData))) ? blocks : null;
}

/** Whether a body needs `app/prose.css`: it has marks, videos, or classes other than those of code and images. */
export function isStyled(html: string): boolean {
  return /<(?:mark|iframe)\b|<(?!code\b|pre\b)[a-z0-9]+ (?:[^>]*\s)?class="(?!anchor"|wide"|c-|block-[a-z-]+")/.test(
    html,
  );
}

function names(loaderData: unknown, sheet: string): boolean {
  return (
    typeof loaderData === 'object' &&
    loaderData !== null &&
    'sheet' in loaderData &&
    loaderData.sheet === sheet
  );
}

function htmlOf(loaderData: unknown): string {
  if (typeof loaderData !== 'object' || loaderData === null || !('body' in loaderData)) return '';
  const { body } = loaderData;
  return typeof body === 'object' && body !== null && 'html' in body && typeof body.html === 'string'
    ? body.html
    : '';
}
