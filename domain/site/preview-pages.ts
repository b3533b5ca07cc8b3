import { pageNames } from '#domain/core/public-addresses.ts';
import type { DocumentName } from './site-words.ts';

/** The pages on which a document can be looked at before it is public, the first one first. */
export const previewPages = {
  general: ['Home', 'Contact'],
  home: ['Home'],
  about: ['About'],
  contact: ['Contact'],
  jv: ['JV Program'],
  blog: ['Blog'],
  navigation: ['Home'],
  privacy: ['Privacy'],
  terms: ['Terms'],
  cookies: ['Cookies'],
  errors: ['Page not found'],
  brand: ['Home', 'Contact'],
} as const satisfies Record<DocumentName, readonly string[]>;

/** The pages that show sections which are not on the first page of their document. */
export const pageOfSection: Readonly<Record<string, PreviewPage>> = { 'Contact details': 'Contact' };

type PreviewPage = (typeof previewPages)[DocumentName][number];

/** Where visitors see a document first; null for the page of no address. */
export function liveAddressOf(name: DocumentName): string | null {
  const [page] = previewPages[name];
  return Object.keys(pageNames).find((address) => pageNames[address] === page) ?? null;
}

/** The page that is asked for, or the first one of the document. */
export function previewPageOf(name: DocumentName, wanted: string | null): PreviewPage {
  const pages: readonly PreviewPage[] = previewPages[name];
  return pages.find((page) => page === wanted) ?? previewPages[name][0];
}
