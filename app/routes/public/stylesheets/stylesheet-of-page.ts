import home from './home.css?url';
import other from './public.css?url';
import reading from './reading.css?url';
import styledReading from './styled-reading.css?url';

const sheets = { home, reading, styledReading };

/** For a route to export as its `handle`: the style sheet its page comes with. */
export const usesHomeStylesheet = { sheet: 'home' } as const;
export const usesReadingStylesheet = { sheet: 'reading' } as const;

/** The one style sheet of a page. There are several, so that nobody waits for what another page needs. */
export function stylesheetOf(matches: readonly { handle: unknown; loaderData: unknown }[]): string {
  for (const { handle, loaderData } of matches) {
    if (handle === usesHomeStylesheet) return sheets.home;
    if (handle === usesReadingStylesheet)
      return isStyled(htmlOf(loaderData)) ? sheets.styledReading : sheets.reading;
  }
  return other;
}

/** Whether a body has what `app/prose.css` is about: classes beside those of code, marks, films. */
export function isStyled(html: string): boolean {
  return /<(?:mark|iframe)\b|<(?!code\b|pre\b)[a-z0-9]+ (?:[^>]*\s)?class="(?!anchor"|wide"|c-)/.test(html);
}

function htmlOf(loaderData: unknown): string {
  if (typeof loaderData !== 'object' || loaderData === null || !('body' in loaderData)) return '';
  const { body } = loaderData;
  return typeof body === 'object' && body !== null && 'html' in body && typeof body.html === 'string'
    ? body.html
    : '';
}
