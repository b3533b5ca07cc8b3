import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { dayInZone, formatLongDate } from '#domain/text/dates.ts';
import { visibleText } from '#domain/text/html.ts';
import type { PostKind } from '#domain/kinds.ts';
import { findNewestState } from './newest-state.ts';
import type { TermName } from './post.ts';
import { bylineOf, displayedDay } from './presenting.ts';

export type PostPreview = {
  id: string;
  kind: PostKind;
  title: string;
  excerpt: string | null;
  featuredImage: string | null;
  published: boolean;
  scheduled: boolean;
  /** Whether it shows pending changes. */
  hasPendingChanges: boolean;
  author: string;
  /** Long US English date. */
  date: string;
  category: string | null;
  tags: TermName[];
  /** The content as plain text with line breaks; '' when there is none. */
  text: string;
  /** Long US English date of the last change. */
  lastUpdated: string;
};

/** A post as its preview shows it, published or not, with its pending changes. @throws not-found. */
export async function getPostPreview(ctx: DomainContext, id: string): Promise<PostPreview> {
  requirePermission(ctx, 'write-drafts');
  const found = await findNewestState(ctx.db, id);
  if (!found) throw notFound('The requested post could not be found.');
  const { row, hasPendingChanges } = found;
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
    text: visibleText(row.content),
    lastUpdated: formatLongDate(dayInZone(row.updated_at, ctx.timeZone)),
  };
}
