import type { Database } from '#db/client.ts';
import { findWorkingDraftVersion } from '#db/queries/pending-changes.ts';
import { conflict } from '#domain/errors.ts';

/**
 * Nobody saves over what they have not seen: neither the post nor its working draft.
 * @param save `draftVersion` is 0 for "there was none" and null from a caller that knows no working drafts.
 * @throws conflict
 */
export async function refuseOvertaken(
  trx: Database,
  before: { id: string; version: number },
  save: { version: number; draftVersion: number | null },
): Promise<void> {
  const isOvertaken =
    before.version !== save.version ||
    (save.draftVersion !== null && (await findWorkingDraftVersion(trx, before.id)) !== save.draftVersion);
  if (isOvertaken) {
    throw conflict('Somebody else saved this post after you opened it. Nothing you typed has been lost.');
  }
}
