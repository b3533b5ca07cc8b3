import type { Logger } from '#adapters/log.ts';
import type { DomainContext } from '#domain/context.ts';
import { refreshSearch } from '#domain/search/refresh-search.ts';

const EVERY_MINUTE = 60_000;

/**
 * Keeps the search true to what is in the database, beside everything else and without anybody waiting: at the start
 * (after an upgrade), and then for posts that were written past the application.
 *
 * @returns stops it, and resolves when the piece at hand is done.
 */
export function keepSearch(ctx: Pick<DomainContext, 'db'>, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, EVERY_MINUTE);
  timer.unref();

  async function run(): Promise<void> {
    try {
      const posts = await refreshSearch(ctx, stopping.signal);
      if (posts > 0) log.info('The search knows the words of more posts', { posts });
    } catch (error) {
      if (!stopping.signal.aborted) log.warn('The search could not be refreshed', { error });
    }
  }

  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
