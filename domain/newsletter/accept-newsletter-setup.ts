import { acceptSetup } from '#db/queries/newsletter-setup.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';
import { readNewsletterSetup } from './read-newsletter-setup.ts';

/** Allows sending with everything that is not proven now; a problem that comes later holds it again. @throws forbidden */
export async function acceptNewsletterSetup(ctx: DomainContext): Promise<void> {
  const { userId } = requirePermission(ctx, 'accept-newsletter-setup');
  const { checks } = await readNewsletterSetup(ctx);
  const accepted = checks.filter(({ state }) => state !== 'ok').map(({ id }) => id);
  await inTransaction(ctx, async ({ db: trx }) => {
    await acceptSetup(trx, accepted, userId);
    await recordActivity(trx, ctx, {
      action: 'newsletter-setup-accepted',
      after: { accepted: accepted.join(', ') },
    });
  });
}
