import type { RouterContextProvider } from 'react-router';

import { domainContext } from '#app/http/request-context.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { listCategoriesInUse } from '#domain/posts/list-categories-in-use.ts';
import { listFeaturedPosts } from '#domain/posts/list-featured-posts.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { documentNames, type DocumentName, type DocumentValues } from '#domain/site/site-words.ts';
import { previewPageOf } from '#domain/site/preview-pages.ts';

/** The page of a document with words that are not public yet; all other documents are as they are. */
export async function loadPreview(
  context: Readonly<RouterContextProvider>,
  name: DocumentName,
  values: DocumentValues,
  wanted: string | null,
) {
  const ctx = context.get(domainContext);
  const page = previewPageOf(name, wanted);
  const [featured, posts, categories] = await Promise.all([
    page === 'Home' ? listFeaturedPosts(ctx) : [],
    page === 'Blog' ? listPublishedPosts(ctx, { page: 1 }) : null,
    page === 'Blog' ? listCategoriesInUse(ctx) : [],
  ]);
  const isLegal = page === 'Privacy' || page === 'Terms' || page === 'Cookies';
  return {
    page,
    sheet: page === 'Home' ? 'home' : isLegal ? 'reading' : 'other',
    siteWords: { ...readSiteWords(context, documentNames), [name]: values },
    featured,
    posts: posts ?? { items: [], page: 1, pages: 1, total: 0 },
    categories,
  };
}

export type LoadedPreview = Awaited<ReturnType<typeof loadPreview>>;
