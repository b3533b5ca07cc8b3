import { href, useMatches } from 'react-router';

import { defaultWords, type DocumentName, type SiteWords } from '#domain/site/site-words.ts';

/** The documents that a page shows beside those of the frame, by the pattern of its address. */
const documentsOfPages: Readonly<Record<string, readonly DocumentName[]>> = {
  '/': ['home', 'contact'],
  about: ['about'],
  contact: ['contact'],
  blog: ['blog'],
  'blog/category/:slug': ['blog'],
  'blog/tag/:slug': ['blog'],
  'blog/:slug': ['blog'],
  'authors/:slug': ['about', 'blog'],
  newsletter: ['blog'],
  privacy: ['privacy'],
  terms: ['terms'],
  cookies: ['cookies'],
};

/**
 * The documents that a public page shows. It gets no others, so that none can be missing from this table.
 * @param pattern as React Router tells it to loaders: `blog/:slug`, and `/` for the home page
 */
export function documentsOfPage(pattern: string): DocumentName[] {
  return ['general', 'navigation', 'brand', 'jv', ...(documentsOfPages[pattern] ?? [])];
}

type Matches = readonly ({ loaderData?: unknown } | undefined)[];

/** The words of a document, for the meta tags of a page. */
export function wordsOf<Name extends DocumentName>(matches: Matches, name: Name): SiteWords[Name] {
  const given = matches.map((match) => match?.loaderData).findLast(hasSiteWords);
  // No layout was loaded: an error of the whole site.
  if (given === undefined) return defaultWords[name];
  const words = given.siteWords[name];
  if (words === undefined) throw new Error(`This page is not listed as one that shows the document ${name}.`);
  return words;
}

/** The words of a document: those of the layout, or of a preview in it. */
export function useWords<Name extends DocumentName>(name: Name): SiteWords[Name] {
  return wordsOf(useMatches(), name);
}

/** Entries of the navigation that lead somewhere: none to a JV program that is switched off. */
export function useEntries<Entry extends { address: string; isVisible: boolean }>(entries: readonly Entry[]) {
  const { isOn } = useWords('jv');
  return entries.filter(({ address, isVisible }) => isVisible && (isOn || address !== jvPage));
}

export const jvPage = href('/jv-program');

function hasSiteWords(data: unknown): data is { siteWords: Partial<SiteWords> } {
  return typeof data === 'object' && data !== null && 'siteWords' in data;
}
