import type { Core } from '#domain/core/context.ts';
import { findPublicCardBySlug } from '#db/queries/public-posts.ts';
import { kindNames } from '#domain/core/kinds.ts';
import { cardKeys, type ContentRecorder } from './content-keys.ts';
import type { PublicPostCard } from './post.ts';
import { readFacts } from './post-state.ts';
import { presentCard } from './presenting.ts';

/** A public post of any kind without its content, or null. One statement. */
export async function findPublicCard(
  ctx: Pick<Core, 'db' | 'timeZone'> & ContentRecorder,
  slug: string,
): Promise<(PublicPostCard & { client: string | null }) | null> {
  const row = await findPublicCardBySlug(ctx.db, kindNames, slug);
  if (row) ctx.showsContent?.(cardKeys([row]));
  return row ? { ...presentCard(row, ctx.timeZone), client: readFacts(row.facts).client } : null;
}
