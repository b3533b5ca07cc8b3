import type { Database } from '#db/client.ts';
import { deleteSessions } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction } from '#domain/transaction.ts';

const atOnce = 1_000;

/**
 * Ends every session, for the operator of the server. A run that was cut off is repeated, and ends the rest.
 * @param onProgress told how many have ended so far
 * @returns how many there were
 */
export async function signOutEverybody(
  ctx: { db: Database },
  onProgress: (ended: number) => void,
): Promise<number> {
  let ended = 0;
  for (;;) {
    const sessions = await inTransaction(ctx, async ({ db: trx }) => {
      const deleted = await deleteSessions(trx, atOnce);
      if (deleted === 0 && ended > 0) return 0;
      await recordActivity(
        trx,
        { actor: null, clientAddress: null },
        { action: 'all-sessions-ended', after: { sessions: deleted }, by: { process: 'command line' } },
      );
      return deleted;
    });
    ended += sessions;
    if (sessions === 0) return ended;
    onProgress(ended);
  }
}
