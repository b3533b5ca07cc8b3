import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** Tells the owner of an account that somebody tried to create another one with its address. */
export function composeExistingAccount({ to, origin }: { to: string; origin: string }): Mail {
  return composeEmail({
    to,
    subject: 'You already have an account',
    lines: [
      `Somebody tried to create an account at ${origin} with this email address, but it has an account already.`,
      'If that was you, sign in with the password you have, or choose a new one here:',
    ],
    link: { label: 'Choose a new password', href: `${origin}/admin/forgot-password` },
    closing: ['If it was not you, do nothing: nobody got access to your account.'],
  });
}
