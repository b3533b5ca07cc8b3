import type { Core } from '#domain/core/context.ts';
import { findAuthorRow } from '#db/queries/authors.ts';
import { portraitOf } from '#domain/taxonomy/author.ts';
import type { ContentRecorder } from './content-keys.ts';

/** An author by the slug, with or without public posts; null when there is none. */
export async function findAuthor(ctx: Pick<Core, 'db'> & ContentRecorder, slug: string) {
  const row = await findAuthorRow(ctx.db, { slug });
  if (!row) return null;
  ctx.showsContent?.([`author:${row.id}`]);
  const { name, role, bio, links } = row;
  return { name, slug: row.slug, role, bio, links, portrait: portraitOf(row) };
}
