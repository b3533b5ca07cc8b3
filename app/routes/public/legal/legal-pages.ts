import { isKeyOf } from '#domain/core/is-key-of.ts';
import { legalPages } from '#domain/site/legal-words.ts';

export type LegalText = keyof typeof legalPages;

/** One of the three pages; an address is written in lower case and without a slash at its end by now. */
export function legalPageAt(pathname: string): { name: LegalText; path: string; title: string } {
  const named = pathname.slice(1);
  const name = isKeyOf(legalPages, named) ? named : 'privacy';
  return { name, path: `/${name}`, title: legalPages[name].label };
}
