import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** The test email of an administrator. */
export function composeTest({ to, origin }: { to: string; origin: string }): Mail {
  return composeEmail({
    to,
    subject: 'A test message',
    lines: ['This is a test message. Email delivery works.'],
    link: { label: 'Open the inbox', href: `${origin}/admin/messages` },
    closing: [],
  });
}
