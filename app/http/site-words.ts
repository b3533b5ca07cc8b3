import type { RouterContextProvider } from 'react-router';

import type { DocumentName, SiteWords } from '#domain/site/site-words.ts';
import { listsOfTheirOwn } from '#domain/core/kinds.ts';
import { dayInZone } from '#domain/fields/dates.ts';
import { domainContext, siteWordsContext } from './request-context.ts';

/** Some documents of the site's words, for an answer that shows them: what is kept of it is dropped when they change. */
export function readSiteWords<Name extends DocumentName>(
  context: Readonly<RouterContextProvider>,
  names: readonly Name[],
): Pick<SiteWords, Name> {
  const { showsContent } = context.get(domainContext);
  showsContent?.(names.map((name) => `site:${name}` as const));
  // The header shows which lists have something to show.
  if (names.some((name) => name === 'navigation'))
    showsContent?.(listsOfTheirOwn.map((kind) => `kind:${kind}` as const));
  const words = context.get(siteWordsContext);
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each name
  return Object.fromEntries(names.map((name) => [name, words[name]])) as Pick<SiteWords, Name>;
}

/** On the site's calendar. */
export function currentYear(context: Readonly<RouterContextProvider>): string {
  const { now, timeZone } = context.get(domainContext);
  return dayInZone(now(), timeZone).slice(0, 4);
}
