import {
  deleteSlugRedirect,
  isTermSlugTaken,
  lockTerms,
  addSlugRedirect,
  updateTermRow,
  type TermKind,
} from '#db/queries/managed-terms.ts';
import { retryWhenTaken } from '#db/transaction.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { firstFree, slugCandidates } from '#domain/fields/slug-candidates.ts';
import { termColumns, termInputs } from './term-input.ts';

/**
 * Changes a category, a tag or an author. A changed slug keeps the old address working.
 * @throws invalid input, not-found.
 */
export async function updateTerm(
  ctx: Core,
  kind: TermKind,
  id: string,
  input: unknown,
): Promise<{ name: string; slug: string }> {
  requirePermission(ctx, 'edit-content');
  const { slug: typed, ...sent } = parseInput(termInputs[kind], input);
  if (!isId(id)) throw notFound('It no longer exists.');
  return retryWhenTaken(() =>
    inTransaction(ctx, async ({ db: trx, afterCommit }) => {
      const [before] = await lockTerms(trx, kind, [id]);
      if (!before) throw notFound('It no longer exists.');
      const term = await termColumns(trx, id, sent);
      // An emptied slug is made from the name again.
      const slug = await firstFree(slugCandidates(typed, term.name), async (one) =>
        one === before.slug || !(await isTermSlugTaken(trx, kind, one, before.id)) ? one : undefined,
      );
      const after = { ...term, slug };
      await updateTermRow(trx, kind, id, after);
      if (slug !== before.slug) {
        await deleteSlugRedirect(trx, kind, slug);
        await addSlugRedirect(trx, kind, before.slug, id);
      }
      await recordActivity(trx, ctx, {
        action: `${kind}-updated`,
        subject: { id, label: term.name },
        ...changedFacts(before, after),
      });
      afterCommit('contentChanged');
      return { name: term.name, slug };
    }),
  );
}
