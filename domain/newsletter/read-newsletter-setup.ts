import { acceptSetup, findSetupDecision } from '#db/queries/installation.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { Core, Secrets, SiteOrigin } from '#domain/core/context.ts';
import { inTransaction, requirePermission } from '#domain/core/context.ts';
import { invalid } from '#domain/core/errors.ts';
import { checkNewsletterSetup, heldBy, type Newsletter } from './newsletter-setup.ts';
import { emailEventAddresses } from './receive-email-event.ts';

/**
 * The checks before posts are emailed, and those that hold sending; takes some seconds. `eventAddresses`, where
 * email services may report bounces and complaints, are secrets.
 * @throws forbidden for editors
 */
export async function readNewsletterSetup(ctx: Core & SiteOrigin & Secrets & Newsletter) {
  requirePermission(ctx, 'email-posts');
  const [facts, decision] = await Promise.all([ctx.newsletter.lookUpSetup(), findSetupDecision(ctx.db)]);
  const checks = checkNewsletterSetup(ctx.newsletter, { origin: ctx.origin, facts }, decision.isRestored);
  const { acceptedAt, acceptedBy } = decision;
  const held = heldBy(checks, decision.accepted);
  return { checks, held, acceptedAt, acceptedBy, eventAddresses: emailEventAddresses(ctx) };
}

/** @throws invalid while the set-up holds sending, with what is missing */
export async function assertNewsletterSetup(ctx: Core & SiteOrigin & Secrets & Newsletter): Promise<void> {
  const { held } = await readNewsletterSetup(ctx);
  if (held.length === 0) return;
  const names = held.map(({ name }) => name).join(', ');
  throw invalid(
    `Sending is on hold until these checks pass or a super admin allows it: ${names}. See Newsletter, Settings.`,
  );
}

/** Allows sending with everything that is not proven now; a problem that comes later holds it again. @throws forbidden */
export async function acceptNewsletterSetup(ctx: Core & SiteOrigin & Secrets & Newsletter): Promise<void> {
  const { userId } = requirePermission(ctx, 'accept-newsletter-setup');
  const { checks } = await readNewsletterSetup(ctx);
  const accepted = checks.filter(({ state }) => state !== 'ok');
  await inTransaction(ctx, async ({ db: trx }) => {
    const ids = accepted.map(({ id }) => id);
    await acceptSetup(trx, ids, userId);
    await recordActivity(trx, ctx, {
      action: 'newsletter-setup-accepted',
      after: { accepted: accepted.map(({ name }) => name).join(', ') },
    });
  });
}
