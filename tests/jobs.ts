import { createLog } from '#adapters/log.ts';
import type { Delivery } from '#domain/email/delivery.ts';
import type { DomainContext } from '#domain/context.ts';
import { readConfig } from '#server/settings/config.ts';
import { jobs } from '#server/jobs/jobs.ts';
import type { OwnDatabase } from './database.ts';

/** The jobs of a site with nothing set up but what is given. */
export function jobsOf(domain: DomainContext, pool: OwnDatabase['pool'], delivery: Delivery | null = null) {
  const nothing = async () => {};
  return jobs({
    config: readConfig({}),
    domain: () => domain,
    pool,
    delivery: () => delivery,
    backups: { run: nothing, archive: nothing },
    mailer: null,
    images: {
      store: { put: nothing, read: async () => null, remove: nothing, check: nothing },
      sweep: nothing,
      trimCache: nothing,
    },
    disk: { space: async () => null },
    verifiesBackups: false,
    log: createLog({ level: 'silent' }),
  });
}
