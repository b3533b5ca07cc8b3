import { z } from 'zod';

import { setCaseStudyOrder } from '#db/queries/case-studies.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { maxCaseStudies } from './case-studies.ts';

const input = z.object({
  ids: z
    .array(z.string().refine(isId, 'Please choose from the list.'))
    .max(maxCaseStudies, `At most ${maxCaseStudies} case studies can be ordered by hand.`),
});

/**
 * Sets the order of the case studies by hand. Those that are left out come first, the newest before the others, as every
 * new one does; without any id all do. An id of no case study is passed over.
 * @throws invalid.
 */
export async function orderCaseStudies(ctx: Core, sent: unknown): Promise<void> {
  requirePermission(ctx, 'edit-content');
  const { ids } = parseInput(input, sent);
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    await setCaseStudyOrder(trx, [...new Set(ids)]);
    await recordActivity(trx, ctx, { action: 'case-studies-ordered', after: { byHand: ids.length } });
    afterCommit('contentChanged');
  });
}
