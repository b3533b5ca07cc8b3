import { findPost } from '#db/queries/posts.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { cleanHtml } from '#domain/text/html.ts';
import type { EditablePost } from './post.ts';

/** A post as the edit form holds it. @throws not-found. */
export async function getPost(ctx: DomainContext, id: string): Promise<EditablePost> {
  requireActor(ctx);
  const row = isId(id) ? await findPost(ctx.db, id) : undefined;
  if (!row) throw notFound('Post not found.');
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    content: cleanHtml(row.content),
    categoryId: row.category_id,
    featuredImage: row.featured_image,
    published: row.published,
    featured: row.featured,
    scheduled: row.scheduled,
    publishedAt: row.published_at,
    firstPublishedAt: row.first_published_at,
    displayPublishedAt: row.display_published_at,
    authorId: row.author_id,
    tagIds: row.tag_ids,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
