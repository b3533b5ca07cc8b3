import { findAuthorRow } from '#db/queries/authors.ts';
import { listAuthors } from '#db/queries/profiles.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import { authorLabel, portraitOf } from './author.ts';

/**
 * The values that the form of an author begins with, and the accounts that it offers.
 * @param id null for a new author
 * @throws not-found
 */
export async function getAuthor(ctx: Core, id: string | null) {
  requirePermission(ctx, 'edit-content');
  const [row, admins] = await Promise.all([
    id !== null && isId(id) ? findAuthorRow(ctx.db, { id }) : undefined,
    listAuthors(ctx.db),
  ]);
  if (id !== null && !row) throw notFound('Author not found.');
  return {
    author: {
      name: row?.name ?? '',
      slug: row?.slug ?? '',
      role: row?.role ?? '',
      bio: row?.bio ?? '',
      portrait: row ? (portraitOf(row) ?? '') : '',
      links: row?.links ?? [],
      userId: row?.user_id ?? '',
    },
    accounts: admins.map((admin) => ({ id: admin.user_id, label: authorLabel(admin) })),
  };
}
