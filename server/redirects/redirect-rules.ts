import type { Logger } from '#adapters/log.ts';
import type { RedirectRule } from '#domain/redirects/rule.ts';
import { createRuleIndex } from '#domain/redirects/rule-index.ts';

export type StoredRule = RedirectRule & { id: string };

export interface RedirectRules {
  /** The rule for a path, once the rules were read for the first time. */
  find(pathname: string): Promise<StoredRule | undefined>;
  /** Rules may have changed: they are read again. Until then, and while they cannot be read, the ones before hold. */
  reload(): void;
  stop(): void;
}

const RETRY_AFTER = 1_000;

/** Every rule in the memory of this process. Read for the first time by `reload`. */
export function createRedirectRules(options: {
  load(): Promise<readonly StoredRule[]>;
  log: Logger;
}): RedirectRules {
  const { load, log } = options;
  const first = Promise.withResolvers<void>();
  let index = createRuleIndex<StoredRule>([]);
  let isReading = false;
  let isStale = false;
  let hasStopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function read(): Promise<void> {
    isReading = true;
    isStale = false;
    try {
      index = createRuleIndex(await load());
    } catch (error) {
      if (hasStopped) return;
      log.warn('The redirects could not be read; the earlier ones hold', { error });
      retry = setTimeout(reload, RETRY_AFTER);
      retry.unref();
    } finally {
      isReading = false;
      first.resolve();
      if (isStale) reload();
    }
  }

  function reload(): void {
    clearTimeout(retry);
    isStale = true;
    if (!isReading && !hasStopped) void read();
  }

  return {
    async find(pathname) {
      await first.promise;
      return index.find(pathname);
    },
    reload,
    stop() {
      hasStopped = true;
      clearTimeout(retry);
      first.resolve();
    },
  };
}
