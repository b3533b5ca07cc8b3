import { href } from 'react-router';

import { kindNames, kinds } from '#domain/kinds.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import { fileLoader } from '../actions/screen-loader.ts';

/** Texts of each kind. */
const maxTexts = 5;

/** A text that the command menu leads to. */
export type CommandTarget = { title: string; note: string; path: string };

/** Posts, pages and case studies by their title (`?q=`). */
export const loader = fileLoader('Failed to load posts.', async (domain, { url }) => {
  const search = url.searchParams.get('q') ?? '';
  const found = await Promise.all(kindNames.map((kind) => listPosts(domain, { kind, search, page: 1 })));
  const targets = found.flatMap(({ items }) =>
    items.slice(0, maxTexts).map(({ id, title, kind, published }): CommandTarget => ({
      title,
      note: published ? kinds[kind].name : `${kinds[kind].name}, draft`,
      path: href('/admin/posts/edit/:id', { id }),
    })),
  );
  return Response.json(targets);
});
