import { z } from 'zod';

import { updateWantsLeads } from '#db/queries/leads.ts';
import { updateWantsProposals } from '#db/queries/proposals.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requireActor, requirePermission, type Core } from '#domain/core/context.ts';
import { parseInput } from '#domain/fields/fields.ts';

const choice = z.enum(['true', 'false']).optional();
const emailsInput = z.object({ leads: choice, proposals: choice });

const names = { leads: 'weekly email about leads', proposals: 'email about each proposal' };

/** Switches emails on or off for the actor: those that are sent. @throws forbidden for one that is not for their role, invalid input. */
export async function updateOwnEmails(ctx: Core, input: unknown): Promise<void> {
  const { userId } = requireActor(ctx);
  const { leads, proposals } = parseInput(emailsInput, input);
  if (leads !== undefined) requirePermission(ctx, 'manage-inbox');
  if (proposals !== undefined) requirePermission(ctx, 'edit-content');
  await inTransaction(ctx, async ({ db: trx }) => {
    const note = async (name: keyof typeof names, wants: boolean, isChange: boolean) => {
      if (!isChange) return;
      const [before, after] = [{ [names[name]]: !wants }, { [names[name]]: wants }];
      await recordActivity(trx, ctx, { action: 'account-updated', before, after });
    };
    const [wantsLeads, wantsProposals] = [leads === 'true', proposals === 'true'];
    if (leads !== undefined)
      await note('leads', wantsLeads, await updateWantsLeads(trx, userId, wantsLeads, ctx.now()));
    if (proposals !== undefined)
      await note('proposals', wantsProposals, await updateWantsProposals(trx, userId, wantsProposals));
  });
}
