import { href } from 'react-router';

export const legalPages = [
  { name: 'privacy', path: href('/privacy'), title: 'Privacy' },
  { name: 'terms', path: href('/terms'), title: 'Terms' },
  { name: 'cookies', path: href('/cookies'), title: 'Cookies' },
] as const;

export type LegalText = (typeof legalPages)[number]['name'];

/** One of the three pages; an address is written in lower case and without a slash at its end by now. */
export function legalPageAt(pathname: string) {
  return legalPages.find(({ path }) => path === pathname) ?? legalPages[0];
}
