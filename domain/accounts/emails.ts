import type { Core, InTransaction, Outgoing } from '#domain/core/context.ts';
import { composeEmail, siteName } from '#domain/email/compose-email.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { Mail } from '#domain/email/mailer.ts';
import { roleNames, type Role } from '#domain/core/permissions.ts';
import { linkMinutes } from './links.ts';

/** Every email about accounts; each is sent to the owner of the account unless it says otherwise. */
type Recipient = { to: string; origin: string };

/** Asks the owner of an address whether the new account with it is theirs. */
export function composeEmailConfirmation({ to, origin, token }: Recipient & { token: string }): Mail {
  return composeEmail({
    to,
    subject: 'Confirm your email address',
    lines: ['An account was created with this email address. If that was you, confirm the address here:'],
    link: { label: 'Confirm your email address', href: `${origin}/admin/confirm?token=${token}` },
    closing: [
      `The link works once, within ${linkMinutes['email-confirmation'] / 60} hours.`,
      'If that was not you, you can ignore this email: the account cannot be used without this confirmation.',
    ],
  });
}

/** Another account was requested with the address. */
export function composeExistingAccount({ to, origin }: Recipient): Mail {
  return composeEmail({
    to,
    subject: 'You already have an account',
    lines: [
      `We received a request to create an account at ${siteName} with this email address, but it already has one.`,
      'If that was you, sign in with your password, or choose a new one here:',
    ],
    link: { label: 'Choose a new password', href: `${origin}/admin/forgot-password` },
    closing: ['If that was not you, you can ignore this email. Your account has not been changed.'],
  });
}

/** Holds the link that sets a new password. */
export function composePasswordReset({ to, origin, token }: Recipient & { token: string }): Mail {
  return composeEmail({
    to,
    subject: 'Choose a new password',
    lines: [
      `We received a request for a new password for ${to} at ${siteName}. If that was you, choose it here:`,
    ],
    link: { label: 'Choose a new password', href: `${origin}/admin/reset-password?token=${token}` },
    closing: [
      `The link works once, within ${linkMinutes['password-reset']} minutes of the request.`,
      'If that was not you, you can ignore this email. Your password has not been changed.',
    ],
  });
}

/** Another person may have chosen the new password. */
export function composePasswordChanged({ to, origin }: Recipient): Mail {
  return composeEmail({
    to,
    subject: 'Your password has been changed',
    lines: [
      `The password of ${to} at ${siteName} has been changed, and every other session and every token has ended.`,
    ],
    link: { label: 'If it was not you, choose a new one', href: `${origin}/admin/forgot-password` },
    closing: [],
  });
}

/** There was a sign-in from a browser that was not used before. */
export function composeNewDevice(facts: Recipient & { device: string; factor: string }): Mail {
  const { to, origin, device, factor } = facts;
  return composeEmail({
    to,
    subject: 'New sign-in to your account',
    lines: [`There was a sign-in as ${to} at ${siteName} with a device that was not used before.`],
    facts: [
      ['Device', device],
      ['Proof', factor],
    ],
    link: { label: 'See your sessions', href: `${origin}/admin/account` },
    closing: ['If it was not you, end that session and change your password.'],
  });
}

/** Signing in has changed. @param facts.change what changed: `The passkey Laptop was added.` */
export function composeFactorChange({ to, origin, change }: Recipient & { change: string }): Mail {
  return composeEmail({
    to,
    subject: 'Your sign-in methods have changed',
    lines: [`Signing in to the account ${to} at ${siteName} has changed.`, change],
    link: { label: 'Check your account', href: `${origin}/admin/account` },
    closing: ['If it was not you, choose a new password and tell a super admin of the site.'],
  });
}

/** A token was created or ended. @param facts.change what happened: `The token “Laptop” was ended.` */
export function composeTokenChange({ to, origin, change }: Recipient & { change: string }): Mail {
  return composeEmail({
    to,
    subject: 'The tokens of your account have changed',
    lines: [`Programs use tokens to act for the account ${to} at ${siteName}.`, change],
    link: { label: 'See your tokens', href: `${origin}/admin/account?tab=tokens` },
    closing: ['If it was not you, end the token and choose a new password.'],
  });
}

/** The link that makes an address the new one of an account; to the new address. */
export function composeEmailChange(facts: Recipient & { token: string; oldEmail: string }): Mail {
  const { to, origin, token, oldEmail } = facts;
  return composeEmail({
    to,
    subject: 'Confirm your new email address',
    lines: [
      `The account ${oldEmail} at ${siteName} is to have the address ${to} from now on. Confirm it here:`,
    ],
    link: { label: 'Confirm the new address', href: `${origin}/admin/email-change?token=${token}` },
    closing: [
      `The link works once, within ${linkMinutes['email-change'] / 60} hours.`,
      'If you do not know this account, do nothing.',
    ],
  });
}

/** A new address was requested; to the present one. */
export function composeEmailChangeRequested(facts: Recipient & { newEmail: string }): Mail {
  const { to, origin, newEmail } = facts;
  return composeEmail({
    to,
    subject: 'A new email address was requested for your account',
    lines: [
      `The account ${to} at ${siteName} is to have the address ${newEmail}, once that address is confirmed.`,
    ],
    link: { label: 'If it was not you, change your password', href: `${origin}/admin/forgot-password` },
    closing: ['A new password cancels the change.'],
  });
}

/** The address has changed, with the link that undoes it; to the old address. */
export function composeEmailChanged(facts: Recipient & { token: string; newEmail: string }): Mail {
  const { to, origin, token, newEmail } = facts;
  return composeEmail({
    to,
    subject: 'The email address of your account has changed',
    lines: [`The account ${to} at ${siteName} has the address ${newEmail} now.`],
    link: { label: 'Undo the change', href: `${origin}/admin/email-change?token=${token}` },
    closing: [
      `If it was not you, undo the change within ${linkMinutes['email-change-undo'] / 1_440} days. Every session of the account ends then, and you choose a new password.`,
    ],
  });
}

/** The operator of the server gave the account a role. */
export function composeAccessChange({ to, origin, role }: Recipient & { role: Role }): Mail {
  return composeEmail({
    to,
    subject: 'Your access has changed',
    lines: [`The operator of ${siteName} gave the account ${to} the role ${roleNames[role]}.`],
    link: { label: 'Open the admin', href: `${origin}/admin` },
    closing: ['If you did not expect this, tell a super admin of the site.'],
  });
}

/** Invites a person to a role. @param facts.inviter a name, or an address where there is none. */
export function composeInvitation(
  facts: Recipient & { inviter: string; role: Role; link: string; daysOpen: number },
): Mail {
  const { to, inviter, role, link, daysOpen } = facts;
  return composeEmail({
    to,
    subject: `${inviter} invites you to ${siteName}`,
    lines: [
      `${inviter} invites you to work on the site of ${siteName} with the role ${roleNames[role]}.`,
      'Accept the invitation here:',
    ],
    link: { label: 'Accept the invitation', href: link },
    closing: [`The link works once, within ${daysOpen} days, and only for ${to}.`],
  });
}

/** Tells the owner of an account, in the transaction of the change: it may not have been them. */
export function notifyFactorChange(
  tx: InTransaction<Pick<Core, 'db'> & Outgoing>,
  to: string,
  change: string,
): Promise<void> {
  return enqueueEmail(tx, composeFactorChange({ to, origin: tx.origin, change }));
}
