import { deleteSlugRedirect, insertTerm, type TermRow, type TermKind } from '#db/queries/managed-terms.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { firstFree, slugCandidates } from '#domain/fields/slug-candidates.ts';
import { termColumns, termInputs } from './term-input.ts';

/** @throws invalid input. */
export function createCategory(ctx: Core, input: unknown): Promise<TermRow> {
  return createTerm(ctx, 'category', input);
}

/** @throws invalid input. */
export function createTag(ctx: Core, input: unknown): Promise<TermRow> {
  return createTerm(ctx, 'tag', input);
}

/**
 * Makes a category, a tag or an author. An empty slug is made from the name; a taken one gets a number.
 * @throws invalid input.
 */
export async function createTerm(ctx: Core, kind: TermKind, input: unknown): Promise<TermRow> {
  requirePermission(ctx, 'edit-content');
  const { slug: typed, ...sent } = parseInput(termInputs[kind], input);
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const term = await termColumns(trx, null, sent);
    const inserted = await firstFree(slugCandidates(typed, term.name), (slug) =>
      insertTerm(trx, kind, { ...term, slug }),
    );
    await deleteSlugRedirect(trx, kind, inserted.slug);
    await recordActivity(trx, ctx, {
      action: `${kind}-created`,
      subject: { id: inserted.id, label: inserted.name },
    });
    afterCommit('contentChanged');
    return inserted;
  });
}
