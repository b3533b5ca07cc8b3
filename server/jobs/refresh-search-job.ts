import type { Logger } from '#adapters/log.ts';
import type { DomainContext } from '#domain/context.ts';
import { refreshSearch } from '#domain/search/refresh-search.ts';
import { repeatJob, type RepeatedJob } from './repeat-job.ts';

const everyMinute = 60_000;

/**
 * Keeps the search true to what is in the database, beside everything else and without anybody waiting: at the start
 * (after an upgrade), and then for posts that were written past the application.
 */
export function refreshSearchJob(ctx: Pick<DomainContext, 'db'>, log: Logger): RepeatedJob {
  return repeatJob({
    name: 'The upkeep of the search',
    everyMilliseconds: everyMinute,
    log,
    async run(signal) {
      const posts = await refreshSearch(ctx, signal);
      if (posts > 0) log.info('The search knows the words of more posts', { posts });
    },
  });
}
