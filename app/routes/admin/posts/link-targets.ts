import { href } from 'react-router';

import { kindNames, kinds, pathOf } from '#domain/core/kinds.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import type { LinkTarget } from '#app/editor/services.ts';
import { fileLoader } from '../actions/screen-loader.ts';

const maxTargets = 8;

/** Texts of every kind that a link or the command menu can lead to, by their title (`?q=`). */
export const loader = fileLoader('Failed to load posts.', async (domain, { url }) => {
  const search = url.searchParams.get('q') ?? '';
  const found = await Promise.all(kindNames.map((kind) => listPosts(domain, { kind, search, page: 1 })));
  const targets = found.flatMap(({ items }) =>
    items.slice(0, maxTargets).map((post): LinkTarget => ({
      title: post.title,
      kind: kinds[post.kind].name,
      address: pathOf(post),
      form: href('/admin/posts/edit/:id', { id: post.id }),
      isPublic: post.published && !post.scheduled,
    })),
  );
  return Response.json(targets);
});
