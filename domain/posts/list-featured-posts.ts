import type { Core } from '#domain/core/context.ts';
import { listFeatured } from '#db/queries/public-posts.ts';
import { cardKeys, type ContentRecorder } from './content-keys.ts';
import type { PublicPostCard } from './post.ts';
import { presentCard } from './presenting.ts';

const featuredOnHome = 2;

/** The newest featured posts, at most two, for the home page. One statement. */
export async function listFeaturedPosts(
  ctx: Pick<Core, 'db' | 'timeZone'> & ContentRecorder,
): Promise<PublicPostCard[]> {
  const rows = await listFeatured(ctx.db, featuredOnHome);
  ctx.showsContent?.(['featured', ...cardKeys(rows)]);
  return rows.map((row) => presentCard(row, ctx.timeZone));
}
