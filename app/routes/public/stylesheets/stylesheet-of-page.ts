import blocks from '#app/blocks.css?url';
import { fieldOf } from '#app/http/field-of.ts';
import { hasBlocks } from '#domain/text/blocks.ts';
import home from './home.css?url';
import other from './public.css?url';
import reading from './reading.css?url';
import styledReading from './styled-reading.css?url';

const sheets = { home, reading, styledReading };

/** A route exports one of these as its `handle` to choose its style sheet. */
export const usesHomeStylesheet = { sheet: 'home' } as const;
export const usesReadingStylesheet = { sheet: 'reading' } as const;
/** The same, but the usual one where the loader found no body. */
export const usesStylesheetOfBody = { sheet: 'body' } as const;

/** A page that shows one of several others names the sheet in its data, as `sheet`. */
export const usesNamedStylesheet = { sheet: 'named' } as const;

/** The style sheet of the matched page. There are several so that no page loads the rules of another. */
export function stylesheetOf(matches: readonly { handle: unknown; loaderData: unknown }[]): string {
  for (const { handle, loaderData } of matches) {
    const named = handle === usesNamedStylesheet ? fieldOf(loaderData, 'sheet') : null;
    if (handle === usesHomeStylesheet || named === 'home') return sheets.home;
    if (named === 'styledReading') return sheets.styledReading;
    if (handle === usesStylesheetOfBody && !fieldOf(loaderData, 'body')) return other;
    if (handle === usesReadingStylesheet || handle === usesStylesheetOfBody)
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

function htmlOf(loaderData: unknown): string {
  const html = fieldOf(fieldOf(loaderData, 'body'), 'html');
  return typeof html === 'string' ? html : '';
}
