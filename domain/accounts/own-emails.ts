import { z } from 'zod';

import { updateWantsLeads } from '#db/queries/leads.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';

const emailsInput = z.object({ leads: z.enum(['true', 'false']) });

/** Switches the weekly email about leads on or off for the actor. @throws forbidden for editors, invalid input. */
export async function updateOwnEmails(ctx: DomainContext, input: unknown): Promise<void> {
  const { userId } = requirePermission(ctx, 'manage-inbox');
  const wants = parseInput(emailsInput, input).leads === 'true';
  await inTransaction(ctx, async ({ db: trx }) => {
    if (!(await updateWantsLeads(trx, userId, wants, ctx.now()))) return;
    await recordActivity(trx, ctx, {
      action: 'account-updated',
      before: { 'weekly email about leads': !wants },
      after: { 'weekly email about leads': wants },
    });
  });
}
