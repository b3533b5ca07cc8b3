import { isRouteErrorResponse } from 'react-router';

import { ErrorMessage } from '#app/routes/error-page.tsx';
import { useWords } from '../frame/site-words.ts';
import { NoPosts } from './no-posts.tsx';
import { SearchForm } from './search-form.tsx';

/** The error boundary of a list of posts: shows the empty state while posts cannot be loaded. */
export function PostsUnavailable({ error }: { error: unknown }) {
  const { heading } = useWords('blog');
  const { name } = useWords('general');
  if (!isUnavailable(error)) return <ErrorMessage error={error} />;
  return (
    <>
      <title>{`${heading} · ${name}`}</title>
      <meta name="robots" content="noindex" />
      <header className="page-width page-header">
        <h1>{heading}</h1>
        <SearchForm />
      </header>
      <NoPosts />
    </>
  );
}

/** True if this is the 503 thrown by `withUnavailableFallback`. */
export function isUnavailable(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 503;
}
