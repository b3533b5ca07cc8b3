import { FallenDrawing } from '../home/workshop-drawing.tsx';

/** In place of a post. @param sentence why there is none */
export function PostNotFound({ sentence }: { sentence: string }) {
  return (
    <section className="sheet lost">
      <div>
        <h1>Post Not Found</h1>
        <p className="lead">{sentence}</p>
        <a className="button" href="/blog">
          Return to Blog
        </a>
      </div>
      <FallenDrawing />
    </section>
  );
}
