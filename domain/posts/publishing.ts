import { instantFromLocal, localFromInstant } from '#domain/text/dates.ts';

/** The decisions about dates of publishing; pure. */

export type Publication = {
  published: boolean;
  publishedAt: Date | null;
  firstPublishedAt: Date | null;
};

/**
 * What a save from the form stores about publishing. The form's date is filled from the row, so what it holds is what
 * is meant: published without a date means now; a draft keeps the date it is planned for.
 */
export function decidePublication(
  wanted: { published: boolean; publishAt: Date | null },
  before: Publication | null,
  now: Date,
): Publication {
  const publishedAt = wanted.published ? (wanted.publishAt ?? now) : wanted.publishAt;
  return {
    published: wanted.published,
    publishedAt,
    firstPublishedAt: decideFirstPublishedAt(wanted.published ? publishedAt : null, before, now),
  };
}

/** Once visitors could see the post its first date never moves; until then it follows the plan. */
function decideFirstPublishedAt(
  publishedAt: Date | null,
  before: Publication | null,
  now: Date,
): Date | null {
  const first = before?.firstPublishedAt ?? null;
  return first !== null && first <= now ? first : publishedAt;
}

/**
 * The instant that a day and a time of the form mean in the site's zone. The form knows minutes only: a date that it
 * merely brings back stays exactly what it was.
 */
export function chosenInstant(
  chosen: { day: string | null; time: string | null },
  before: Date | null,
  timeZone: string,
): Date | null {
  if (chosen.day === null) return null;
  const time = chosen.time ?? '00:00';
  if (before) {
    const shown = localFromInstant(before, timeZone);
    if (shown.day === chosen.day && shown.time === time) return before;
  }
  return instantFromLocal(chosen.day, time, timeZone);
}

/** What becomes of a date that lies ahead when the list publishes a draft: the post is public now, or on its date. */
export type PublishWhen = 'now' | 'planned';

export type Toggle = { published: boolean; when: PublishWhen | null };

/** Whether the list asks before it publishes: a draft carries a date that lies ahead, and nobody has said what of it. */
export function mustAskWhen(before: Publication, wanted: Toggle, now: Date): boolean {
  return wanted.published && !before.published && wanted.when === null && isAhead(before.publishedAt, now);
}

/**
 * The list's toggle: publishing dates the post now unless its date ahead shall stand, unpublishing clears the date;
 * asking for what is already so changes nothing.
 */
export function decideToggle(wanted: Toggle, before: Publication, now: Date): Publication {
  if (wanted.published === before.published) return before;
  const keepsDate = wanted.when === 'planned' && isAhead(before.publishedAt, now);
  const publishedAt = !wanted.published ? null : keepsDate ? before.publishedAt : now;
  return {
    published: wanted.published,
    publishedAt,
    firstPublishedAt: decideFirstPublishedAt(publishedAt, before, now),
  };
}

/** When a published post will be public; null for a draft and for a post that is public already. */
export function scheduledInstant(
  { published, publishedAt }: Pick<Publication, 'published' | 'publishedAt'>,
  now: Date,
): Date | null {
  return published && isAhead(publishedAt, now) ? publishedAt : null;
}

function isAhead(instant: Date | null, now: Date): boolean {
  return instant !== null && instant > now;
}

/** Whether a change of slug leaves an address behind that visitors may know. */
export function needsRedirect(
  before: { slug: string; firstPublishedAt: Date | null },
  slug: string,
  now: Date,
): boolean {
  const wasSeen = before.firstPublishedAt !== null && before.firstPublishedAt <= now;
  return wasSeen && before.slug !== slug;
}
