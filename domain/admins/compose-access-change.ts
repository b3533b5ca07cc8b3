import type { Role } from '#domain/actor.ts';
import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';
import { roleNames } from '#domain/permissions.ts';

/** Tells the owner of an account that the operator of the server gave it a role. */
export function composeAccessChange(facts: { to: string; origin: string; role: Role }): Mail {
  const { to, origin, role } = facts;
  return composeEmail({
    to,
    subject: 'Your access has changed',
    lines: [`The operator of ${origin} gave the account ${to} the role ${roleNames[role]}.`],
    link: { label: 'Open the admin', href: `${origin}/admin` },
    closing: ['If you did not expect this, tell a super admin of the site.'],
  });
}
