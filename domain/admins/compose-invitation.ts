import type { Role } from '#domain/actor.ts';
import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';
import { roleNames } from '#domain/permissions.ts';

/** Invites a person to a role. @param facts.inviter a name, or an address where there is none. */
export function composeInvitation(facts: {
  to: string;
  inviter: string;
  role: Role;
  origin: string;
  link: string;
  daysOpen: number;
}): Mail {
  const { to, inviter, role, origin, link, daysOpen } = facts;
  return composeEmail({
    to,
    subject: `${inviter} invites you to ${new URL(origin).host}`,
    lines: [
      `${inviter} invites you to work on ${origin} with the role ${roleNames[role]}.`,
      'Accept the invitation here:',
    ],
    link: { label: 'Accept the invitation', href: link },
    closing: [`The link works once, within ${daysOpen} days, and only for ${to}.`],
  });
}
