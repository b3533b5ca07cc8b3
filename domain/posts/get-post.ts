import { findPendingChanges } from '#db/queries/pending-changes.ts';
import { findPost } from '#db/queries/posts.ts';
import { findRevisionAt } from '#db/queries/revisions.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { dayInZone, formatLongDate } from '#domain/text/dates.ts';
import { isId } from '#domain/text/fields.ts';
import { cleanHtml, visibleText } from '#domain/text/html.ts';
import { findNewestState } from './newest-state.ts';
import { settingsOfRow, readSettings } from './post-settings.ts';
import type { EditablePost, PendingChanges, PostState, PublicPost, TermName } from './post.ts';
import { presentPost, bylineOf, displayedDay } from './presenting.ts';

/** A post as the edit form needs it, without its pending changes. @throws not-found. */
export async function getPost(ctx: DomainContext, id: string): Promise<EditablePost> {
  requirePermission(ctx, 'edit-content');
  const row = isId(id) ? await findPost(ctx.db, id) : undefined;
  if (!row) throw notFound('Post not found.');
  return {
    ...settingsOfRow(row),
    id: row.id,
    content: cleanHtml(row.content),
    scheduled: row.scheduled,
    firstPublishedAt: row.first_published_at,
    version: row.version,
    saveKey: row.save_key,
    savedBy: row.saved_by_name,
    savedById: row.saved_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A post and its pending changes, if it has any. @throws not-found. */
export async function getPostWithPendingChanges(
  ctx: DomainContext,
  id: string,
): Promise<{ post: EditablePost; pendingChanges: PendingChanges | null }> {
  const post = await getPost(ctx, id);
  const row = await findPendingChanges(ctx.db, id);
  if (!row) return { post, pendingChanges: null };
  // The post may have been changed since, for example in the posts list.
  const base = row.post_version === post.version ? null : await findRevisionAt(ctx.db, id, row.post_version);
  const pendingChanges: PendingChanges = {
    ...stateOf(row),
    version: row.version,
    saveKey: row.save_key,
    savedBy: row.saved_by_name,
    savedById: row.saved_by,
    savedAt: row.saved_at,
    isStale: row.post_version !== post.version,
    begunOn: base ? stateOf(base) : null,
  };
  return { post, pendingChanges };
}

function stateOf(row: { settings: unknown; content: string }): PostState {
  return { ...readSettings(row.settings), content: cleanHtml(row.content) };
}

/** A post with its pending changes as its public page would show it. @throws not-found. */
export async function getPostAsVisitor(ctx: DomainContext, id: string): Promise<PublicPost> {
  requirePermission(ctx, 'edit-content');
  const found = await findNewestState(ctx.db, id);
  if (!found) throw notFound('The requested post could not be found.');
  return presentPost(found.row, ctx.timeZone);
}

export type PostPreview = {
  id: string;
  /** Whether it is a plain page. */
  isPage: boolean;
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
  requirePermission(ctx, 'edit-content');
  const found = await findNewestState(ctx.db, id);
  if (!found) throw notFound('The requested post could not be found.');
  const { row, hasPendingChanges } = found;
  return {
    id: row.id,
    isPage: row.is_page,
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
