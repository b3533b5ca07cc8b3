import { findInboxMessage, listNoteRows, listOwnerRows } from '#db/queries/inbox.ts';
import { requirePermission, type Core, type MessageDelivery } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import { deletedDaysKept } from './delete-old-messages.ts';
import { deliveryState } from './delivery-state.ts';
import { spamExplanation } from './message-status.ts';

export type Message = Awaited<ReturnType<typeof getMessage>>;

/** @throws forbidden for editors, not-found. */
export async function getMessage(ctx: Core & MessageDelivery, id: string) {
  requirePermission(ctx, 'manage-inbox');
  if (!isId(id)) throw notFound('Message not found.');
  const [row, notes, owners] = await Promise.all([
    findInboxMessage(ctx.db, id),
    listNoteRows(ctx.db, id),
    listOwnerRows(ctx.db),
  ]);
  if (!row) throw notFound('Message not found.');
  const choices = owners.map(({ user_id, name }) => ({ id: user_id, name }));
  // An owner who has lost the role since stays listed until another one takes over.
  const isKnown = row.owner_id === null || choices.some((owner) => owner.id === row.owner_id);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    status: row.status,
    phone: row.phone,
    industry: row.industry,
    page: row.page,
    campaign: row.campaign,
    businessStage: row.business_stage,
    fundingToDate: row.funding_to_date,
    /** The host that the visit came from; '' for none. */
    referrerHost: row.referrer_host,
    lastPost:
      row.last_post_id === null ? null : { id: row.last_post_id, title: row.last_post_title ?? 'Unknown' },
    /** Why it is in spam; null where it is not. */
    spamReason: spamExplanation(row),
    /** When a deleted message goes for good; null: it is not deleted. */
    leavesAt: row.deleted_at && new Date(row.deleted_at.getTime() + deletedDaysKept * 86_400_000),
    isRead: row.read_at !== null,
    ownerId: row.owner_id,
    delivery: deliveryState(row, ctx.deliversMessages),
    createdAt: row.created_at,
    notes,
    owners:
      isKnown || row.owner_id === null
        ? choices
        : [...choices, { id: row.owner_id, name: row.owner_name ?? 'Unknown' }],
  };
}
