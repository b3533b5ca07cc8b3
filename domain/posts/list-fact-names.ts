import { selectFactNames, type FactName } from '#db/queries/case-studies.ts';
import { readerOf, requirePermission, type Core } from '#domain/core/context.ts';
import type { PostKind } from '#domain/core/kinds.ts';
import { hasField } from './post-fields.ts';

export type { FactName };

/** The services and technologies in use, the most frequent first, where texts of the kind have them. */
export async function listFactNames(ctx: Core, kind: PostKind): Promise<FactName[]> {
  const readerId = readerOf(requirePermission(ctx, 'write-drafts'));
  return hasField(kind, 'services') ? selectFactNames(ctx.db, readerId) : [];
}
