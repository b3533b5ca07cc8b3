import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** Notifies the owner of an account of a new password, in case another person chose it. */
export function composePasswordChanged({ to, origin }: { to: string; origin: string }): Mail {
  return composeEmail({
    to,
    subject: 'Your password has been changed',
    lines: [`The password of ${to} at ${origin} has been changed, and every other session has been ended.`],
    link: { label: 'If it was not you, choose a new one', href: `${origin}/admin/forgot-password` },
    closing: [],
  });
}
