import { href } from 'react-router';

import { listPosts } from '#domain/posts/list-posts.ts';
import type { LinkTarget } from '#app/editor/services.ts';
import { fileLoader } from '../actions/screen-loader.ts';

const maxTargets = 8;

/** Posts that a link can lead to, by their title (`?q=`). */
export const loader = fileLoader('Failed to load posts.', async (domain, { url }) => {
  const search = url.searchParams.get('q') ?? '';
  const { items } = await listPosts(domain, { search, page: 1 });
  const targets = items.slice(0, maxTargets).map(({ title, slug, published, scheduled }): LinkTarget => ({
    title,
    address: href('/blog/:slug', { slug }),
    isPublic: published && !scheduled,
  }));
  return Response.json(targets);
});
