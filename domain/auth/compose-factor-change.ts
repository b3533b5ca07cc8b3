import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/**
 * Tells the owner of an account how signing in to it has changed: it may not have been them.
 * @param facts.change what changed: `The passkey Laptop was added.`
 */
export function composeFactorChange(facts: { to: string; origin: string; change: string }): Mail {
  const { to, origin, change } = facts;
  return composeEmail({
    to,
    subject: 'Your sign-in methods have changed',
    lines: [`Signing in to the account ${to} at ${origin} has changed.`, change],
    link: { label: 'Check your account', href: `${origin}/admin/account` },
    closing: ['If it was not you, choose a new password and tell a super admin of the site.'],
  });
}
