import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** Tells the owner of an account that another one was requested with its address. */
export function composeExistingAccount({ to, origin }: { to: string; origin: string }): Mail {
  return composeEmail({
    to,
    subject: 'You already have an account',
    lines: [
      `We received a request to create an account at ${origin} with this email address, but it already has one.`,
      'If that was you, sign in with your password, or choose a new one here:',
    ],
    link: { label: 'Choose a new password', href: `${origin}/admin/forgot-password` },
    closing: ['If that was not you, you can ignore this email. Your account has not been changed.'],
  });
}
