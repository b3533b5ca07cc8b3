import { findLastFailure, measureOutbox } from '#db/queries/outbox.ts';
import type { DomainContext } from '#domain/context.ts';
import { requirePermission } from '#domain/actor.ts';

/** How messages reach the firm, and the problems with it. @throws forbidden for editors. */
export async function checkDelivery(ctx: DomainContext): Promise<{
  transport: 'none' | 'smtp' | 'emailjs';
  recipient: string | null;
  waiting: number;
  oldest: Date | null;
  givenUp: number;
  lastFailure: string | null;
}> {
  requirePermission(ctx, 'manage-inbox');
  const { transport, recipient } = ctx.emailCheck;
  const [outbox, lastFailure] = await Promise.all([measureOutbox(ctx.db), findLastFailure(ctx.db)]);
  return { transport, recipient, ...outbox, lastFailure };
}
