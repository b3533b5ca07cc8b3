import type { DomainContext } from '#domain/context.ts';
import { findAuthorRow } from '#db/queries/authors.ts';
import { portraitOf } from './presenting.ts';

/** An author as the page of the author shows it. */
export type PublicAuthor = {
  name: string;
  slug: string;
  role: string | null;
  bio: string | null;
  /** An address of an image. */
  portrait: string | null;
  links: { label: string; address: string }[];
};

/** An author by the slug, with or without public posts; null when there is none. */
export async function findAuthor(
  ctx: Pick<DomainContext, 'db' | 'showsContent'>,
  slug: string,
): Promise<PublicAuthor | null> {
  const row = await findAuthorRow(ctx.db, { slug });
  if (!row) return null;
  ctx.showsContent?.([`author:${row.id}`]);
  const { name, role, bio, links } = row;
  return { name, slug: row.slug, role, bio, links, portrait: portraitOf(row) };
}
