import type { Core } from '#domain/core/context.ts';
import type { PostKind } from '#domain/core/kinds.ts';
import { listPublicWhole } from '#db/queries/public-posts.ts';
import { wholePostKeys, type ContentRecorder } from './content-keys.ts';
import type { PublicPost } from './post.ts';
import { presentPost } from './presenting.ts';

const postsInFeed = 20;

/** The newest posts of a kind with their content. */
export async function listFeedPosts(
  ctx: Pick<Core, 'db' | 'timeZone'> & ContentRecorder,
  kind: PostKind = 'post',
): Promise<PublicPost[]> {
  const rows = await listPublicWhole(ctx.db, kind, postsInFeed);
  ctx.showsContent?.([kind === 'post' ? 'list' : `kind:${kind}`, ...wholePostKeys(rows)]);
  return rows.map((row) => presentPost(row, ctx.timeZone));
}
