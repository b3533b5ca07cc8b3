import { randomUUID } from 'node:crypto';

import { addSubscriberLinks, claimUnconfirmed } from '#db/queries/subscribers.ts';
import type { Core, EmailTokens, InTransaction, Secrets, Outgoing } from '#domain/core/context.ts';
import { inTransaction, requirePermission } from '#domain/core/context.ts';
import { hashToken } from '#domain/core/secrets.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { enqueueEmail, tokenPlace } from '#domain/email/enqueue-email.ts';
import { invalid } from '#domain/core/errors.ts';
import { bounceAddress, bounceKey } from './bounce-address.ts';
import type { Email } from '#db/queries/outbox.ts';
import { composeEmail, siteName } from '#domain/email/compose-email.ts';
import { unsubscribeHeaders } from './unsubscribe-headers.ts';
import type { Newsletter } from './newsletter-setup.ts';

/** Enqueues the email that asks one subscriber to confirm. The caller decides who may be asked now. */
export async function sendConfirmation(
  tx: InTransaction<Pick<Core, 'db'> & Outgoing & Secrets & EmailTokens & Newsletter>,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const emailId = randomUUID();
  await addSubscriberLinks(tx.db, [{ subscriberId: id, tokenHash: hashToken(tx.emailToken(emailId)) }]);
  const { bounceAddress: base } = tx.newsletter;
  const returnPath = base === null ? {} : { returnPath: bounceAddress(base, id, bounceKey(tx)) };
  const confirmation = { ...composeConfirmation(email, tx.origin, tokenPlace), ...returnPath };
  await enqueueEmail(tx, confirmation, { id: emailId });
}

/** Maximum number of emails for one click. */
const atOnce = 500;

/**
 * Sends a confirmation email to pending subscribers who never got one: they signed up while no email was set up, or were
 * imported. Each gets one, oldest first.
 * @returns the number of emails.
 * @throws forbidden for editors, invalid where no email is set up.
 */
export async function sendPendingConfirmations(
  ctx: Core & Outgoing & Secrets & EmailTokens & Newsletter,
): Promise<number> {
  requirePermission(ctx, 'manage-inbox');
  if (!ctx.mail.isSetUp) throw invalid('Email is not set up, so no confirmation can be sent.');
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const subscribers = await claimUnconfirmed(trx, atOnce);
    for (const subscriber of subscribers) await sendConfirmation(tx, subscriber);
    if (subscribers.length > 0) {
      await recordActivity(trx, ctx, { action: 'subscribers-asked', after: { asked: subscribers.length } });
    }
    return subscribers.length;
  });
}

/** Asks the owner of an address to confirm the subscription. */
export function composeConfirmation(to: string, origin: string, token: string): Email {
  return {
    ...composeEmail({
      to,
      subject: 'Please confirm your subscription',
      lines: [`Please confirm that ${to} should get new posts from ${siteName} by email:`],
      link: { label: 'Confirm subscription', href: `${origin}/newsletter/confirm?token=${token}` },
      closing: ['If you did not subscribe, you can ignore this email. We will not email this address again.'],
    }),
    headers: unsubscribeHeaders(origin, token),
  };
}
