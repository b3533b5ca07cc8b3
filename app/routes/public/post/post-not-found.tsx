import { NotFoundDrawing } from '../home/workshop-drawing.tsx';

/** In place of a post. @param message why there is none */
export function PostNotFound({ message }: { message: string }) {
  return (
    <section className="sheet lost">
      <div>
        <h1>Post Not Found</h1>
        <p className="lead">{message}</p>
        <a className="button" href="/blog">
          Return to Blog
        </a>
      </div>
      <NotFoundDrawing />
    </section>
  );
}
