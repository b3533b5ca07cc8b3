import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { isScheduled } from './visibility.ts';

/**
 * What tells an instance whether its finished pages are still true: the version raised by every change of content, and
 * the time until the next scheduled post comes due (milliseconds, null when none waits).
 */
export async function readContentVersion(
  db: Database,
): Promise<{ version: string; millisecondsUntilDue: number | null }> {
  const row = await db
    .selectFrom('content_version')
    .select(sql<string>`version::text`.as('version'))
    .select(({ selectFrom }) =>
      selectFrom('blog_posts as p')
        .where(isScheduled('p'))
        .select(
          sql<number>`(extract(epoch from min(p.published_at) - clock_timestamp()) * 1000)::float8`.as('ms'),
        )
        .$asScalar()
        .as('due'),
    )
    .executeTakeFirstOrThrow();
  return { version: row.version, millisecondsUntilDue: row.due };
}
