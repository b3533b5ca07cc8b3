import { planEvents } from '#db/queries/webhooks.ts';
import type { PostRow } from '#db/tables.ts';
import type { Core, InTransaction } from '#domain/core/context.ts';
import { pathOf } from '#domain/core/kinds.ts';
import { recordEvents, type NewEvent } from '#domain/webhooks/record-events.ts';
import { liveSlugOf, scheduledInstant, type Publication } from './publishing.ts';

type PublicationState = Pick<Publication, 'published' | 'publishedAt'>;

type PostChange = Pick<PostRow, 'id' | 'title' | 'slug' | 'kind'> & {
  /** Null for a new post. */
  before: PublicationState | null;
  /** Null for a deleted post. */
  after: PublicationState | null;
};

/** The event of a change: whether the post became public, changed while it was, or is no longer. Pure. */
export function postEventType(
  { before, after }: Pick<PostChange, 'before' | 'after'>,
  now: Date,
): 'post.published' | 'post.updated' | 'post.hidden' | null {
  const [was, is] = [before, after].map((state) => state !== null && isPublicAt(state, now));
  if (is) return was ? 'post.updated' : 'post.published';
  return was ? 'post.hidden' : null;
}

function isPublicAt(state: PublicationState, now: Date): boolean {
  return liveSlugOf({ ...state, slug: '' }, now) !== null;
}

/** Records the events of changes of posts for webhooks, and plans those of posts that become public on a later day. */
export async function recordPostEvents(
  tx: InTransaction<Pick<Core, 'db' | 'now'>>,
  changes: readonly PostChange[],
): Promise<void> {
  const now = tx.now();
  const events = changes.flatMap((change) => {
    const type = postEventType(change, now);
    return type === null ? [] : [eventOf(type, change)];
  });
  const planned = changes.flatMap((change) => {
    const at = change.after && scheduledInstant(change.after, now);
    return at === null ? [] : [{ ...eventOf('post.published', change), at }];
  });
  await recordEvents(tx, events);
  await planEvents(
    tx.db,
    changes.map(({ id }) => id),
    planned,
  );
}

function eventOf(type: NewEvent['type'], { id, title, slug, kind, after }: PostChange): NewEvent {
  const publishedAt = after?.publishedAt?.toISOString() ?? null;
  return { type, subjectId: id, data: { kind, title, slug, path: pathOf({ kind, slug }), publishedAt } };
}
