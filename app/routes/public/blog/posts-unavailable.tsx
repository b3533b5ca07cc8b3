import { isRouteErrorResponse } from 'react-router';

import { ErrorMessage } from '#app/routes/error-page.tsx';
import { siteContent } from '#app/site-content.ts';
import { NoPosts } from './no-posts.tsx';
import { SearchForm } from './search-form.tsx';

/** The error boundary of a list of posts: shows the empty state while posts cannot be loaded. */
export function PostsUnavailable({ error }: { error: unknown }) {
  if (!isUnavailable(error)) return <ErrorMessage error={error} />;
  const { heading } = siteContent.blog;
  return (
    <>
      <title>{`${heading} · ${siteContent.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className="page-width page-header">
        <h1>{heading}</h1>
        <SearchForm />
      </header>
      <NoPosts />
    </>
  );
}

/** Whether this is the 503 thrown by `withUnavailableFallback`. */
export function isUnavailable(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 503;
}
