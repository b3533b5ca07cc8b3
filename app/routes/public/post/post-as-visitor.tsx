import type { Route } from './+types/post-as-visitor';
import { headersOfFramedPage } from '#app/http/content-security-policy.ts';
import { domainContext } from '#app/http/request-context.ts';
import { requireAdmin } from '#app/http/require-admin.ts';
import { refusal } from '#app/http/respond.ts';
import { getPostAsVisitor } from '#domain/posts/get-post-preview.ts';
import { PostArticle } from './post-article.tsx';
import { bodyOf } from './post-body.ts';

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** A post, published or not, exactly as its page will be: for the frame inside the preview. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  try {
    const domain = context.get(domainContext);
    const post = await getPostAsVisitor(domain, id);
    return { post, body: bodyOf(domain, post) };
  } catch (error) {
    throw refusal(error, 'Failed to load post preview.', context);
  }
}

export const headers = () => headersOfFramedPage;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.post.title ?? 'Post Not Found' },
  { name: 'robots', content: 'noindex' },
];

export default function PostAsVisitor({ loaderData: { post, body } }: Route.ComponentProps) {
  return <PostArticle post={post} body={body} isCounted={false} />;
}
