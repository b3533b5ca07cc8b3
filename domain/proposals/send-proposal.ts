import { z } from 'zod';

import { listWhoWantProposals, updateProposalState } from '#db/queries/proposals.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core, type Outgoing } from '#domain/core/context.ts';
import { composeEmail } from '#domain/email/compose-email.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { Mail } from '#domain/email/mailer.ts';
import { permissions } from '#domain/core/permissions.ts';
import { requiredText, parseInput } from '#domain/fields/fields.ts';
import { readSettings } from '#domain/posts/post-state.ts';
import { proposalLimits, proposerOf } from './proposal.ts';
import { lockOwn } from './save-proposal.ts';

const input = z.object({
  reason: requiredText('Reason', proposalLimits.reason, 'Please say why the text should change.'),
});

/**
 * Puts an own proposal before those who may decide on it, with a reason. One that waits already gets the new reason.
 * @throws not-found, invalid, or conflict when it was decided on meanwhile
 */
export async function sendProposal(ctx: Core & Outgoing, id: string, sent: unknown): Promise<void> {
  const actor = requirePermission(ctx, 'write-drafts');
  const { reason } = parseInput(input, sent);
  await inTransaction(ctx, async (tx) => {
    const found = await lockOwn(tx.db, actor, id);
    const sent_at = found.sent_at ?? ctx.now();
    await updateProposalState(tx.db, id, { state: 'open', reason, sent_at });
    if (found.state !== 'writing') return;
    await recordProposal(tx, 'proposal-sent', found);
    const readers = await listWhoWantProposals(tx.db, permissions['edit-content'].roles, actor.userId);
    const { title } = readSettings(found.settings);
    const proposer = proposerOf({ author_name: actor.name ?? actor.email, token_name: found.token_name });
    for (const to of readers) {
      await enqueueEmail(tx, composeProposal({ to, origin: ctx.origin, id, title, proposer, reason }));
    }
  });
}

/** Takes an own proposal back. @throws not-found, or conflict when it was decided on meanwhile. */
export async function withdrawProposal(ctx: Core, id: string): Promise<void> {
  const actor = requirePermission(ctx, 'write-drafts');
  await inTransaction(ctx, async (tx) => {
    const found = await lockOwn(tx.db, actor, id);
    await updateProposalState(tx.db, id, { state: 'withdrawn', decided_at: ctx.now() });
    await recordProposal(tx, 'proposal-withdrawn', found);
  });
}

/** The email about a proposal that waits. */
export function composeProposal(
  proposal: Record<'to' | 'origin' | 'id' | 'title' | 'proposer' | 'reason', string>,
): Mail {
  const { title, reason, proposer } = proposal;
  return composeEmail({
    to: proposal.to,
    subject: `A proposal waits: ${title}`,
    lines: [
      `${proposer} proposed a text or a change. Nothing is published before you accept it and publish.`,
    ],
    facts: [
      ['Text', title],
      ['Reason', reason],
    ],
    link: { label: 'Open the proposal', href: `${proposal.origin}/admin/posts/proposals/${proposal.id}` },
    closing: ['You get this email because you switched it on. Your account, Emails, switches it off.'],
  });
}

type Recorded = { id: string; post_id: string | null; settings: unknown; token_name: string | null };

/** One entry of the activity log, about the text that a proposal is for. */
export async function recordProposal(
  ctx: Pick<Core, 'db' | 'actor' | 'clientAddress'>,
  action: 'proposal-sent' | 'proposal-withdrawn' | 'proposal-accepted' | 'proposal-rejected',
  { id, post_id, settings, token_name }: Recorded,
  by?: string,
): Promise<void> {
  await recordActivity(ctx.db, ctx, {
    action,
    subject: { id: post_id ?? id, label: readSettings(settings).title },
    after: { ...(token_name !== null && { token: token_name }), ...(by !== undefined && { proposedBy: by }) },
  });
}
