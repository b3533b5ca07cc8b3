import { readerOf, requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { dayInZone, formatLongDate } from '#domain/fields/dates.ts';
import { visibleText } from '#domain/html/html.ts';
import { findNewestState } from './newest-state.ts';
import type { PublicPost } from './post.ts';
import { bylineOf } from '#domain/taxonomy/author.ts';
import { displayedDay, presentPost } from './presenting.ts';

/** A post with its pending changes as its public page would show it. @throws not-found. */
export async function getPostAsVisitor(ctx: Core, id: string): Promise<PublicPost> {
  return presentPost((await requireNewestState(ctx, id)).row, ctx.timeZone);
}

async function requireNewestState(ctx: Core, id: string) {
  const readerId = readerOf(requirePermission(ctx, 'write-drafts'));
  const found = await findNewestState(ctx.db, id, readerId);
  if (!found) throw notFound('The requested post could not be found.');
  return found;
}

export type PostPreview = Awaited<ReturnType<typeof getPostPreview>>;

/** A post as its preview shows it, published or not, with its pending changes. @throws not-found. */
export async function getPostPreview(ctx: Core, id: string) {
  const { row, hasPendingChanges } = await requireNewestState(ctx, id);
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    excerpt: row.excerpt,
    featuredImage: row.featured_image,
    published: row.published,
    scheduled: row.scheduled,
    hasPendingChanges,
    author: bylineOf({ display_name: row.author_display_name, username: row.author_username }),
    date: formatLongDate(displayedDay(row, ctx.timeZone)),
    category: row.category_name,
    tags: row.tags,
    /** The content as plain text with line breaks; '' when there is none. */
    text: visibleText(row.content),
    lastUpdated: formatLongDate(dayInZone(row.updated_at, ctx.timeZone)),
  };
}
