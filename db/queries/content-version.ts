import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { oneRow } from './outcome.ts';
import { isScheduled } from './visibility.ts';

/** `record_content_changes` notifies it after every commit that raises the version (db/functions). */
export const contentChannel = 'content_changed';

/** The counter that tells an instance which of its finished pages still show the present content. */
export type ContentVersionRow = Awaited<ReturnType<typeof readContentVersion>>;

/**
 * Reads the version raised by every change of content, and what changed since an earlier one: one statement, so that all
 * of it is of one moment.
 * @param since a version read before
 */
export async function readContentVersion(db: Database, since: string | undefined) {
  const { version, versions, keys, due, second_due, due_keys } = await oneRow<{
    version: string;
    versions: number;
    keys: string[];
    due: number | null;
    second_due: number | null;
    due_keys: string[];
  }>(db)`
    select v.version::text as version, changes.versions, changes.keys, due.milliseconds as due, due.second as second_due,
      due.keys as due_keys
    from content_version v
    cross join lateral (
      select count(distinct c.version) as versions, coalesce(array_agg(distinct c.key), '{}') as keys
      from content_changes c where c.version > ${since ?? null}::bigint
    ) changes
    cross join lateral (
      select
        (extract(epoch from next.at - clock_timestamp()) * 1000)::float8 as milliseconds,
        (extract(epoch from (
          select min(p.published_at) from blog_posts p where ${isScheduled('p')} and p.published_at > next.at
        ) - clock_timestamp()) * 1000)::float8 as second,
        array(
          select distinct unnest(array['newest'] || post_list_keys(p.id, p.kind, p.category_id, p.featured)
            || author_keys(p.public_author_id, p.author_id))
          from blog_posts p where ${isScheduled('p')} and p.published_at = next.at
        ) as keys
      from (
        select (
          select p.published_at from blog_posts p where ${isScheduled('p')} order by p.published_at limit 1
        ) as at
      ) next
    ) due`;
  return {
    version,
    /** Keys of what changed after the version that was asked about; undefined: everything may have. */
    changes: isComplete(version, since, versions) && !keys.includes('all') ? keys : undefined,
    /** Until the next scheduled post becomes public, by the database's clock; null when none waits. */
    millisecondsUntilDue: due,
    /** Until the moment after that at which another one becomes public; null when none waits. */
    millisecondsUntilSecondDue: second_due,
    /** Keys of what changes at the first moment, although nothing is written. */
    dueKeys: due_keys,
  };
}

/** Each version has at least one key, so one that is missing was deleted, restored or raised without saying what changed. */
function isComplete(version: string, since: string | undefined, versions: number): boolean {
  return since !== undefined && Number(version) - Number(since) === versions;
}

/**
 * Keys of what the open transaction changes of the public content, as its last statements: they run what is deferred to the
 * commit. @returns undefined where everything may have changed
 */
export async function readOwnContentChanges(trx: Database): Promise<ReadonlySet<string> | undefined> {
  await sql`set constraints all immediate`.execute(trx);
  const { rows } = await sql<{ key: string }>`
    select c.key from content_changes c join content_version v using (version)
    where v.raised_by = pg_current_xact_id()`.execute(trx);
  const keys = new Set(rows.map(({ key }) => key));
  return keys.has('all') ? undefined : keys;
}
