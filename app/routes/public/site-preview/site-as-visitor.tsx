import type { RouterContextProvider } from 'react-router';

import type { Route } from './+types/site-as-visitor';
import { headersOfFramedPage } from '#app/http/content-security-policy.ts';
import { domainContext } from '#app/http/request-context.ts';
import { requireAdmin } from '#app/http/require-admin.ts';
import { refusal } from '#app/http/respond.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { PageNotFound } from '#app/routes/error-page.tsx';
import { listCategoriesInUse } from '#domain/posts/list-categories-in-use.ts';
import { listCaseStudiesOnHome } from '#domain/posts/case-studies.ts';
import { listFeaturedPosts } from '#domain/posts/list-featured-posts.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { getSiteDocument } from '#domain/site/site-document.ts';
import { previewPageOf } from '#domain/site/preview-pages.ts';
import { documentNames, type DocumentName, type DocumentValues } from '#domain/site/site-words.ts';
import About from '../about.tsx';
import { BlogPage } from '../blog/blog.tsx';
import { ContactPage } from '../forms/contact.tsx';
import { JvPage } from '../forms/jv-program.tsx';
import { isPreview } from '../frame/public-page.ts';
import { useWords } from '../frame/site-words.ts';
import { HomePage } from '../home/home.tsx';
import { LegalPage } from '../legal/legal-page.tsx';
import { legalPageAt } from '../legal/legal-pages.ts';
import { bodyOfText } from '../post/post-body.ts';
import { looksLikeHome } from '../stylesheets/stylesheet-of-page.ts';

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

const noWork = { caseStudies: [], services: [] };

/** A page of the site with the draft of a document, `?page=`: for the frame beside its form. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  try {
    const { name, values } = await getSiteDocument(context.get(domainContext), params.document);
    return await loadPreview(context, name, values, url.searchParams.get('page'));
  } catch (error) {
    throw refusal(error, 'The preview could not be loaded.', context);
  }
}

/** The page of a document with words that are not public yet; all other documents are as they are. */
async function loadPreview(
  context: Readonly<RouterContextProvider>,
  name: DocumentName,
  values: DocumentValues,
  wanted: string | null,
) {
  const ctx = context.get(domainContext);
  const page = previewPageOf(name, wanted);
  const [featured, work, posts, categories] = await Promise.all([
    page === 'Home' ? listFeaturedPosts(ctx) : [],
    page === 'Home' ? listCaseStudiesOnHome(ctx) : noWork,
    page === 'Blog' ? listPublishedPosts(ctx, { page: 1 }) : null,
    page === 'Blog' ? listCategoriesInUse(ctx) : [],
  ]);
  const { body } = values;
  return {
    page,
    look: page === 'Home' ? looksLikeHome.look : null,
    body: typeof body === 'string' ? bodyOfText(body) : null,
    siteWords: { ...readSiteWords(context, documentNames), [name]: values },
    featured,
    work,
    posts: posts ?? { items: [], page: 1, pages: 1, total: 0 },
    categories,
  };
}

export const handle = isPreview;

export const headers = () => headersOfFramedPage;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.page ?? 'Preview' },
  { name: 'robots', content: 'noindex' },
];

export default function SiteAsVisitor({
  loaderData: { page, body, featured, work, posts, categories },
}: Route.ComponentProps) {
  const errors = useWords('errors');
  switch (page) {
    case 'Home':
      return <HomePage posts={featured} {...work} />;
    case 'About':
      return <About />;
    case 'Contact':
      return <ContactPage />;
    case 'JV Program':
      return <JvPage />;
    case 'Blog':
      return <BlogPage posts={posts} categories={categories} />;
    case 'Privacy':
    case 'Terms':
    case 'Cookies':
      return body && <LegalPage name={legalPageAt(`/${page.toLowerCase()}`).name} body={body} />;
    case 'Page not found':
      return <PageNotFound lead={errors.notFound} />;
  }
}
