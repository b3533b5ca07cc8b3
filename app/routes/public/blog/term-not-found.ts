import { data, redirect, type RouterContextProvider } from 'react-router';

import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { termFolders } from '#domain/core/public-addresses.ts';
import { findMovedTerm } from '#domain/taxonomy/find-moved-term.ts';
import type { TermKind } from '#domain/taxonomy/term.ts';

/** The response for a term or page that does not exist: a redirect if the term has a new address, otherwise 404. */
export async function termNotFound(kind: TermKind, slug: string, context: Readonly<RouterContextProvider>) {
  const moved = await withUnavailableFallback(context, (domain) => findMovedTerm(domain, kind, slug));
  return moved === null ? data(null, { status: 404 }) : redirect(`${termFolders[kind]}/${moved}`, 301);
}
