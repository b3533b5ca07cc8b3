import type { Database } from '#db/client.ts';
import type { Client } from '#tests/client.ts';
import { postForm } from '#tests/factories.ts';

/** An answer to a save, and the milliseconds until it came. */
export type Save = { status: number; milliseconds: number };

/** Saves one of the newest fifty public posts, the next one each time, as its form does in a browser. */
export async function editPost(
  db: Database,
  admin: Client,
  save: number,
  kind: 'body' | 'title',
): Promise<Save> {
  const posts = await db
    .selectFrom('blog_posts')
    .selectAll()
    .where('published', '=', true)
    .orderBy('published_at', 'desc')
    .limit(50)
    .execute();
  const post = posts[save % posts.length];
  if (post === undefined) throw new Error('There is no public post.');
  const tags = await db
    .selectFrom('blog_post_tags')
    .select('tag_id')
    .where('post_id', '=', post.id)
    .execute();
  const at = (post.published_at ?? new Date()).toISOString();
  const form = {
    ...postForm({
      title: kind === 'title' ? `${post.title.slice(0, 250)} (${save})` : post.title,
      slug: post.slug,
      excerpt: post.excerpt ?? '',
      content: kind === 'body' ? `${post.content}<p>Save ${save}.</p>` : post.content,
      categoryId: post.category_id ?? '',
      published: 'true',
      featured: String(post.featured),
      publishedAt: at.slice(0, 16),
      displayPublishedAt: post.display_published_at ?? '',
      authorId: post.author_id ?? '',
    }),
    tagIds: tags.map(({ tag_id }) => tag_id),
    version: String(post.version),
  };
  return timed(() => admin.post(`/admin/posts/edit/${post.id}.data`, form));
}

/** Publishes a new post, as its form does in a browser. */
export function publishPost(admin: Client, title: string): Promise<Save> {
  return timed(() => admin.post('/admin/posts/new.data', postForm({ title, published: 'true' })));
}

async function timed(send: () => Promise<Response>): Promise<Save> {
  const began = performance.now();
  const { status } = await send();
  return { status, milliseconds: performance.now() - began };
}
