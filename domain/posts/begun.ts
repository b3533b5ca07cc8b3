import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { findPendingChangesVersion } from '#db/queries/pending-changes.ts';
import { kinds, type PostKind } from '#domain/core/kinds.ts';
import { versionConflict } from '#domain/editing/version-conflict.ts';
import { optionalId, parseInput } from '#domain/fields/fields.ts';

/** The versions that a save was begun on, and the keys by which a repeated one is recognized. */
export type Begun = {
  version?: number;
  /** The version of the pending changes, 0 for none; null from a caller that does not know them. */
  pendingVersion?: number | null;
  saveKey?: string | null;
  /** The key of a new post. */
  creationKey?: string | null;
  /** The proof that the version of the text was given to who proposes a change of it. */
  given?: string | undefined;
};

const number = z.coerce.number().int().nonnegative();
const begun = z.object({
  /** The id of the post or the proposal; null until a save has created it. */
  id: optionalId,
  version: number.default(0),
  pendingVersion: number.nullable().default(null),
  saveKey: optionalId,
  creationKey: optionalId,
  given: z.string().max(100).optional(),
});

/** The same as a form sends it, with the id of what it saves. @throws invalid */
export function parseBegun(sent: unknown) {
  return parseInput(begun, sent);
}

/**
 * Refuses a save that would overwrite a state of the post or of its pending changes that its author has not seen.
 * @throws conflict
 */
export async function assertVersion(
  trx: Database,
  before: { id: string; version: number; kind: PostKind },
  { version, pendingVersion = null }: Begun,
): Promise<void> {
  const isStale =
    before.version !== version ||
    (pendingVersion !== null && (await findPendingChangesVersion(trx, before.id)) !== pendingVersion);
  if (isStale) throw versionConflict(kinds[before.kind].noun);
}
