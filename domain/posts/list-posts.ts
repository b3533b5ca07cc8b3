import { listPosts as listPostRows, type PostListOrder } from '#db/queries/posts.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { withoutControls } from '#domain/text/fields.ts';
import type { Page, PostListItem } from './post.ts';

export const postsPerAdminPage = 20;

export type PostListQuery = { search: string; page: number; order?: PostListOrder };

/** A page of all posts for the admin, newest first unless asked otherwise; a page beyond the last shows the last. */
export async function listPosts(ctx: DomainContext, query: PostListQuery): Promise<Page<PostListItem>> {
  requireActor(ctx);
  const search = withoutControls(query.search).trim().slice(0, 200);
  const order = query.order ?? { column: 'created_at', direction: 'desc' };
  const page = Number.isSafeInteger(query.page) && query.page > 0 ? Math.min(query.page, 1_000_000) : 1;
  const rows = await listPostRows(ctx.db, search, order, {
    limit: postsPerAdminPage,
    offset: (page - 1) * postsPerAdminPage,
  });
  if (rows.length === 0 && page > 1) return listPosts(ctx, { search, page: 1, order });
  const total = rows[0]?.total ?? 0;
  return {
    items: rows.map((row) => ({
      id: row.id,
      slug: row.slug,
      title: row.title,
      category: row.category_name,
      published: row.published,
      scheduled: row.scheduled,
      featured: row.featured,
      totalViews: row.total_views,
      viewsToday: row.views_today,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      version: row.version,
    })),
    page,
    pages: Math.max(1, Math.ceil(total / postsPerAdminPage)),
    total,
  };
}
