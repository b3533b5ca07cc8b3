import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** Tells the owner of an account about a sign-in from a browser that was not used before. */
export function composeNewDevice(facts: {
  to: string;
  origin: string;
  device: string;
  factor: string;
}): Mail {
  const { to, origin, device, factor } = facts;
  return composeEmail({
    to,
    subject: 'New sign-in to your account',
    lines: [`There was a sign-in as ${to} at ${origin} with a device that was not used before.`],
    facts: [
      ['Device', device],
      ['Proof', factor],
    ],
    link: { label: 'See your sessions', href: `${origin}/admin/account` },
    closing: ['If it was not you, end that session and change your password.'],
  });
}
