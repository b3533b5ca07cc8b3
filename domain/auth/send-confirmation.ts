import { hasRecentAccountLink } from '#db/queries/account-links.ts';
import type { DomainContext } from '#domain/context.ts';
import { findUnconfirmedAccount, sendConfirmationLink } from './send-confirmation-link.ts';

/** Repeated sign-ins do not send an email each time. */
const minutesBetween = 10;

/**
 * Sends the link that confirms an address, if there is an account that still needs it and was not sent one in the last
 * ten minutes.
 */
export async function sendConfirmation(ctx: DomainContext, email: string): Promise<void> {
  const account = await findUnconfirmedAccount(ctx, email);
  if (!account) return;
  if (await hasRecentAccountLink(ctx.db, account.id, 'email-confirmation', minutesBetween)) return;
  await sendConfirmationLink(ctx, account);
}
