import type { Database } from '#db/client.ts';
import type { PostRow } from '#db/tables.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { publicationAction } from './publishing.ts';

type Recorded = Pick<PostRow, 'title' | 'slug' | 'published' | 'featured' | 'published_at' | 'word_count'>;

/** Records one activity entry when a save changed the title, slug, length or publishing of a post. */
export async function recordSave(
  trx: Database,
  ctx: DomainContext,
  id: string,
  before: Recorded,
  after: Recorded,
): Promise<void> {
  const changes = changedFacts(factsOf(before), factsOf(after));
  if (!changes) return;
  await recordActivity(trx, ctx, {
    action:
      before.published === after.published
        ? 'post-updated'
        : publicationAction({ published: after.published, publishedAt: after.published_at }, ctx.now()),
    subject: { id, label: after.title },
    ...changes,
  });
}

function factsOf({ title, slug, published, featured, published_at, word_count }: Recorded) {
  return { title, slug, published, featured, publishedAt: published_at, words: word_count };
}
