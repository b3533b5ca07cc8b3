import { isRouteErrorResponse, useRouteLoaderData, href } from 'react-router';

import { fieldOf } from '#app/http/field-of.ts';
import { NotFoundDrawing } from './public/home/home-drawings.tsx';
import stylesheet from './public/stylesheets/public.css?url';

/** The whole page, for an error that no route below could show. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <>
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <main id="content">
        <ErrorMessage error={error} />
      </main>
    </>
  );
}

/** The error, with the HTTP status and a link to the home page. */
export function ErrorMessage({ error }: { error: unknown }) {
  const requestId = useRootText('requestId');
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <PageNotFound />;
  const isOurs = status >= 500;
  return (
    <section className="page-width error-page">
      <title>{isOurs ? 'Something went wrong' : 'Request not supported'}</title>
      <meta name="robots" content="noindex" />
      <div>
        <p className="note">Error {status}</p>
        <h1>{isOurs ? 'Something went wrong on our side' : 'We cannot process this request'}</h1>
        <p className="lead">
          {isOurs
            ? 'It has been logged. Please try again in a moment.'
            : 'This page does not accept what was sent to it.'}
        </p>
        {requestId !== null && (
          <p className="note">
            Request <code>{requestId}</code>
          </p>
        )}
        <a className="button" href={href('/')}>
          Return to Home
        </a>
      </div>
    </section>
  );
}

/** @param lead the words of a draft; otherwise the public ones */
export function PageNotFound({ lead }: { lead?: string }) {
  const publicLead = useRootText('notFound');
  return (
    <section className="page-width error-page">
      <title>Page not found</title>
      <meta name="robots" content="noindex" />
      <div>
        <p className="note">Error 404</p>
        <h1>Oops! Page not found</h1>
        <p className="lead">{lead ?? publicLead}</p>
        <a className="button" href={href('/')}>
          Return to Home
        </a>
      </div>
      <NotFoundDrawing />
    </section>
  );
}

/** A text of the root's data, of which the browser has no defaults: they are most of what the site says. */
export function useRootText(name: 'requestId' | 'notFound' | 'year' | 'contactEmail'): string | null {
  const text = fieldOf(useRouteLoaderData('root'), name);
  return typeof text === 'string' ? text : null;
}
