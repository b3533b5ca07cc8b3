import { data, href, redirect, type RouterContextProvider } from 'react-router';

import { breadcrumbs } from '#app/http/page-meta.ts';
import { domainContext } from '#app/http/request-context.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import type { Page, PublicPostCard, TermName } from '#domain/posts/post.ts';
import { findMovedTerm } from '#domain/taxonomy/find-moved-term.ts';
import type { TermKind } from '#domain/taxonomy/term.ts';
import { fillText } from '../fill-text.ts';
import { publicMeta, siteOf } from '../frame/public-page.ts';
import { wordsOf } from '../frame/site-words.ts';
import { pageAddress } from './page-number.ts';

/** The address of the first page of a term's posts. */
export function termAddress(kind: TermKind, slug: string): string {
  if (kind === 'author') return href('/authors/:slug', { slug });
  return kind === 'category' ? href('/blog/category/:slug', { slug }) : href('/blog/tag/:slug', { slug });
}

/** The response for a term or page that does not exist: a redirect if the term has a new address, otherwise 404. */
export async function termNotFound(kind: TermKind, slug: string, context: Readonly<RouterContextProvider>) {
  const moved = await withUnavailableFallback(findMovedTerm(context.get(domainContext), kind, slug), context);
  return moved === null ? data(null, { status: 404 }) : redirect(termAddress(kind, moved), 301);
}

/** The meta tags of a page of a category's or tag's posts. */
export function termMeta(
  matches: Parameters<typeof publicMeta>[0],
  kind: Exclude<TermKind, 'author'>,
  { slug, name }: TermName,
  { page, pages }: Page<PublicPostCard>,
) {
  const list = termAddress(kind, slug);
  const { categoryDescription, tagDescription } = wordsOf(matches, 'blog');
  return publicMeta(matches, {
    path: pageAddress(list, page),
    title: page === 1 ? name : `${name}, page ${page}`,
    description: fillText(kind === 'category' ? categoryDescription : tagDescription, { [kind]: name }),
    previous: page > 1 ? pageAddress(list, page - 1) : null,
    next: page < pages ? pageAddress(list, page + 1) : null,
    facts: [
      breadcrumbs(siteOf(matches), [
        { name: 'Blog', path: href('/blog') },
        { name, path: list },
      ]),
    ],
  });
}
