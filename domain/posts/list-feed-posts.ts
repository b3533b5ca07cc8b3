import type { DomainContext } from '#domain/context.ts';
import { listPublicWhole } from '#db/queries/public-posts.ts';
import { wholePostKeys } from './content-keys.ts';
import type { PublicPost } from './post.ts';
import { presentPost } from './presenting.ts';

const postsInFeed = 20;

/** The newest posts with their content. */
export async function listFeedPosts(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
): Promise<PublicPost[]> {
  const rows = await listPublicWhole(ctx.db, postsInFeed);
  ctx.showsContent?.(['list', ...wholePostKeys(rows)]);
  return rows.map((row) => presentPost(row, ctx.timeZone));
}
