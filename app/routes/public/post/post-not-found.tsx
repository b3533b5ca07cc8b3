import { href } from 'react-router';

import { NotFoundDrawing } from '../home/home-drawings.tsx';

/** In place of a post. @param message why there is none */
export function PostNotFound({ message }: { message: string }) {
  return (
    <section className="page-width error-page">
      <div>
        <h1>Post Not Found</h1>
        <p className="lead">{message}</p>
        <a className="button" href={href('/blog')}>
          Return to Blog
        </a>
      </div>
      <NotFoundDrawing />
    </section>
  );
}
