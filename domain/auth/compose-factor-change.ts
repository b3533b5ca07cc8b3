import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/**
 * Tells how signing in to an account has changed, for whoever did not do it.
 * @param facts.change a sentence: `The passkey Laptop was added.`
 */
export function composeFactorChange(facts: { to: string; origin: string; change: string }): Mail {
  const { to, origin, change } = facts;
  return composeEmail({
    to,
    subject: 'Your sign-in methods have changed',
    lines: [`Account: ${to} at ${origin}`, change],
    link: { label: 'Check your account', href: `${origin}/admin/account` },
    closing: ['If it was not you, choose a new password and tell a super admin of the site.'],
  });
}
