import home from './home.css?url';
import other from './public.css?url';
import reading from './reading.css?url';

const sheets = { home, reading };

/** For a route to export as its `handle`: the style sheet its page comes with. */
export const onHomeSheet = { sheet: 'home' } as const;
export const onReadingSheet = { sheet: 'reading' } as const;

/** The one style sheet of a page. Three, so that nobody waits for what another page needs. */
export function sheetOf(matches: readonly { handle: unknown }[]): string {
  for (const { handle } of matches) {
    if (handle === onHomeSheet) return sheets.home;
    if (handle === onReadingSheet) return sheets.reading;
  }
  return other;
}
