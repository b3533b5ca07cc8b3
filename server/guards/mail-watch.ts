import type { Database } from '#db/client.ts';
import { findStuckSince } from '#db/queries/outbox.ts';
import { formatLongDateTime } from '#domain/fields/dates.ts';

/** Knows since when no email has left because the mail server cannot be reached. */
export function createMailWatch() {
  let stuckSince: Date | null = null;
  return {
    look: async (db: Database): Promise<void> => void (stuckSince = await findStuckSince(db)),
    /** Text for admins; null while emails leave. */
    warning: (timeZone: string): string | null =>
      stuckSince &&
      `No email has left since ${formatLongDateTime(stuckSince, timeZone)}: the mail server cannot be reached. Password resets and invitations wait with it.`,
  };
}
