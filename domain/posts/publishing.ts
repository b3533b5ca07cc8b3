import type { PostRow } from '#db/tables.ts';
import { localFromInstant } from '#domain/fields/dates.ts';

/** The decisions about publish dates; pure. */

export type Publication = { published: boolean; publishedAt: Date | null; firstPublishedAt: Date | null };

/** The publication of a row, as the decisions need it. */
export function publicationOf(
  row: Pick<PostRow, 'published' | 'published_at' | 'first_published_at'>,
): Publication {
  return {
    published: row.published,
    publishedAt: row.published_at,
    firstPublishedAt: row.first_published_at,
  };
}

/**
 * The publication that a save from the form stores. The form shows the stored date, so an empty one is meant: published
 * without a date means now; a draft keeps its planned date.
 */
export function decidePublication(
  wanted: { published: boolean; publishedAt: Date | null },
  before: Publication | null,
  now: Date,
  timeZone: string,
): Publication {
  const chosen = keptInstant(wanted.publishedAt, before?.publishedAt ?? null, timeZone);
  const publishedAt = wanted.published ? (chosen ?? now) : chosen;
  return {
    published: wanted.published,
    publishedAt,
    firstPublishedAt: decideFirstPublishedAt(wanted.published ? publishedAt : null, before, now),
  };
}

/** The first publish date of a post that was public never changes; until then it follows the planned date. */
function decideFirstPublishedAt(
  publishedAt: Date | null,
  before: Publication | null,
  now: Date,
): Date | null {
  const first = before?.firstPublishedAt ?? null;
  return first !== null && first <= now ? first : publishedAt;
}

/** A chosen date; the one before where clocks show the same minute, because a form has no seconds. */
export function keptInstant(chosen: Date | null, before: Date | null, timeZone: string): Date | null {
  if (chosen === null || before === null) return chosen;
  const [one, other] = [localFromInstant(chosen, timeZone), localFromInstant(before, timeZone)];
  return one.day === other.day && one.time === other.time ? before : chosen;
}

/** True if a draft with a date in the future becomes public now or on that date. */
export type PublishWhen = 'now' | 'planned';

type Toggle = { published: boolean; when: PublishWhen | null };

/** True if the list asks before it publishes: a draft has a date in the future, and `when` does not say what to do. */
export function mustAskWhen(before: Publication, wanted: Toggle, now: Date): boolean {
  return wanted.published && !before.published && wanted.when === null && isInFuture(before.publishedAt, now);
}

/**
 * The list's toggle: publishing sets the date to now unless a date in the future is to stay; unpublishing clears the date.
 * A post that is in the wanted state does not change.
 */
export function decideToggle(wanted: Toggle, before: Publication, now: Date): Publication {
  if (wanted.published === before.published) return before;
  const keepsDate = wanted.when === 'planned' && isInFuture(before.publishedAt, now);
  const publishedAt = !wanted.published ? null : keepsDate ? before.publishedAt : now;
  return {
    published: wanted.published,
    publishedAt,
    firstPublishedAt: decideFirstPublishedAt(publishedAt, before, now),
  };
}

/** The date on which a published post becomes public; null for a draft and for a post that is public. */
export function scheduledInstant(
  { published, publishedAt }: Pick<Publication, 'published' | 'publishedAt'>,
  now: Date,
): Date | null {
  return published && isInFuture(publishedAt, now) ? publishedAt : null;
}

/** The name of a change to this state in the activity log: a post that is not public yet is not published. */
export function publicationAction(
  after: Pick<Publication, 'published' | 'publishedAt'>,
  now: Date,
): 'post-published' | 'post-scheduled' | 'post-unpublished' {
  if (!after.published) return 'post-unpublished';
  return scheduledInstant(after, now) === null ? 'post-published' : 'post-scheduled';
}

/** The date that a draft is planned for; null for a published post and for a date that has come. */
export function plannedDate(
  { published, publishedAt }: Pick<Publication, 'published' | 'publishedAt'>,
  now: Date,
): Date | null {
  return !published && isInFuture(publishedAt, now) ? publishedAt : null;
}

/** The slug under which visitors find a post now; null while they do not. */
export function liveSlugOf(
  { slug, published, publishedAt }: Pick<Publication, 'published' | 'publishedAt'> & { slug: string | null },
  now: Date,
): string | null {
  return published && !isInFuture(publishedAt, now) ? slug : null;
}

function isInFuture(instant: Date | null, now: Date): boolean {
  return instant !== null && instant > now;
}

/** True if visitors may know a post's address: it was public. Then an old slug redirects to a new one. */
export function wasPublic({ firstPublishedAt }: Pick<Publication, 'firstPublishedAt'>, now: Date): boolean {
  return firstPublishedAt !== null && firstPublishedAt <= now;
}
