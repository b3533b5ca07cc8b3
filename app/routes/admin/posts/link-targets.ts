import { href } from 'react-router';

import type { Route } from './+types/link-targets';
import { listPosts } from '#domain/posts/list-posts.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import type { LinkTarget } from '#app/editor/body-rules.ts';

const maxTargets = 8;

/** Posts that a link can lead to, by their title (`?q=`). */
export async function loader({ url, context }: Route.LoaderArgs) {
  try {
    const search = url.searchParams.get('q') ?? '';
    const { items } = await listPosts(context.get(domainContext), { search, page: 1 });
    const targets = items
      .slice(0, maxTargets)
      .map(({ id, title, slug, published, scheduled }): LinkTarget => ({
        id,
        title,
        address: href('/blog/:slug', { slug }),
        isPublic: published && !scheduled,
      }));
    return Response.json(targets);
  } catch (error) {
    throw refusal(error, 'Failed to load posts.', context);
  }
}
