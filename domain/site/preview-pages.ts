import type { DocumentName } from './site-words.ts';

/** The pages on which a document can be looked at before it is public, the first one first. */
export const previewPages = {
  general: ['Home', 'Contact', 'Page not found'],
  home: ['Home'],
  about: ['About'],
  contact: ['Contact'],
  jv: ['JV Program'],
  blog: ['Blog'],
  navigation: ['Home'],
  legal: ['Privacy', 'Terms', 'Cookies'],
  brand: ['Home', 'Contact'],
} as const satisfies Record<DocumentName, readonly string[]>;

export type PreviewPage = (typeof previewPages)[DocumentName][number];

/** The page that is asked for, or the first one of the document. */
export function previewPageOf(name: DocumentName, wanted: string | null): PreviewPage {
  const pages: readonly PreviewPage[] = previewPages[name];
  return pages.find((page) => page === wanted) ?? previewPages[name][0];
}
