import { isRouteErrorResponse, useRouteLoaderData } from 'react-router';

import { NotFoundDrawing } from './public/home/workshop-drawing.tsx';
import stylesheet from './public/stylesheets/public.css?url';

/** The last screen of all: shown in place of the whole page when no route below could show its own. */
export function Fault({ error }: { error: unknown }) {
  return (
    <>
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <main id="content">
        <ErrorMessage error={error} />
      </main>
    </>
  );
}

/** What went wrong, under the true status, and the way home. */
export function ErrorMessage({ error }: { error: unknown }) {
  const requestId = useRequestId();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <PageNotFound />;
  const isOurs = status >= 500;
  return (
    <section className="sheet lost">
      <title>{isOurs ? 'Something broke' : 'This did not work'}</title>
      <meta name="robots" content="noindex" />
      <div>
        <p className="note">Error {status}</p>
        <h1>{isOurs ? 'Something broke on our side' : 'This request cannot be answered'}</h1>
        <p className="lead">
          {isOurs
            ? 'It has been written down. Please try again in a moment.'
            : 'The address does not take what was sent to it.'}
        </p>
        {requestId !== null && (
          <p className="note">
            Request <code>{requestId}</code>
          </p>
        )}
        <a className="button" href="/">
          Return to Home
        </a>
      </div>
    </section>
  );
}

export function PageNotFound() {
  return (
    <section className="sheet lost">
      <title>Page not found</title>
      <meta name="robots" content="noindex" />
      <div>
        <p className="note">Error 404</p>
        <h1>Oops! Page not found</h1>
        <p className="lead">All parts are here. They do not make a page.</p>
        <a className="button" href="/">
          Return to Home
        </a>
      </div>
      <NotFoundDrawing />
    </section>
  );
}

function useRequestId(): string | null {
  const root: unknown = useRouteLoaderData('root');
  return typeof root === 'object' &&
    root !== null &&
    'requestId' in root &&
    typeof root.requestId === 'string'
    ? root.requestId
    : null;
}
