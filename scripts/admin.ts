import { parseArgs } from 'node:util';

import { createPasswords } from '#adapters/passwords.ts';
import type { Database } from '#db/client.ts';
import { findUserByEmail } from '#db/queries/people.ts';
import { roles, type Role } from '#domain/actor.ts';
import { addAccount } from '#domain/admins/add-account.ts';
import { grantRole } from '#domain/admins/grant-role.ts';
import { invitationDays } from '#domain/admins/invitation-link.ts';
import { inviteByCommand } from '#domain/admins/invite-by-command.ts';
import { resetFactors, resetLinkMinutes } from '#domain/admins/reset-factors.ts';
import { stopSecondFactor } from '#domain/admins/change-second-factor-policy.ts';
import type { DomainContext } from '#domain/context.ts';
import { openSetupLink } from '#domain/admins/open-setup-link.ts';
import { readConfig, readEnvironment } from '#server/config.ts';
import { createMailer } from '#server/email/mailer.ts';
import { openConfiguredDatabase } from '#server/database.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run admin -- create --email ADDRESS --password PASSWORD [--role editor|admin|super_admin]
      makes an account that can sign in, as super_admin unless told otherwise
  npm run admin -- create --email ADDRESS [--role …]
      gives an account that exists already the role; for a new address, or an account whose address nobody confirmed,
      prints a one-time link that makes the account or sets its password
  npm run admin -- create
      prints a one-time link that makes the first super admin in the browser
  npm run admin -- reset-factors --email ADDRESS
      for somebody who cannot sign in any more: removes their passkeys, authenticator app and recovery codes, ends their
      sessions, and prints a one-time link for a new password
  npm run admin -- second-factor nobody
      stops asking for a second factor`;

/** What the command was asked to do, or why that is not clear. */
type Wish =
  | { kind: 'account'; email: string; password: string; role: Role }
  | { kind: 'role'; email: string; role: Role }
  | { kind: 'link' }
  | { kind: 'reset-factors'; email: string }
  | { kind: 'no-second-factor' };

await runCommand(main);

async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2));
  const config = readConfig(await readEnvironment());
  const database = await openConfiguredDatabase(config, {
    announce: (line) => console.log(line),
    share: true,
  });
  try {
    const mail = createMailer(config);
    const { db } = database.client;
    const lines = await carryOut(wish, { db, mail, origin: config.siteUrl.origin, outboxFilled: () => {} });
    console.log(lines.join('\n'));
  } finally {
    await database.stop();
  }
}

function readWish(args: string[]): Wish {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: { type: 'string' }, password: { type: 'string' }, role: { type: 'string' } },
  });
  const { email, password, role = 'super_admin' } = values;
  const command = positionals.join(' ');
  if (command === 'second-factor nobody') return { kind: 'no-second-factor' };
  if (command === 'reset-factors' && email !== undefined) return { kind: 'reset-factors', email };
  if (command !== 'create') throw new UsageError(usage);
  if (!isRole(role)) throw new UsageError(`There is no role "${role}". It is one of ${roles.join(', ')}.`);
  if (email !== undefined && password !== undefined) return { kind: 'account', email, password, role };
  if (password !== undefined) throw new UsageError(`--email is missing.\n${usage}`);
  return email === undefined ? { kind: 'link' } : { kind: 'role', email, role };
}

type CommandContext = Pick<DomainContext, 'db' | 'mail' | 'origin' | 'outboxFilled'>;

/** @returns what to say about it. */
async function carryOut(wish: Wish, ctx: CommandContext): Promise<string[]> {
  switch (wish.kind) {
    case 'account':
      await addAccount(ctx, { hashPassword: createPasswords().hash }, wish, {
        role: wish.role,
        by: 'command line',
      });
      return [`Created ${wish.email} with the role ${wish.role}.`];
    case 'role':
      if (await findUserByEmail(ctx.db, wish.email)) {
        if ((await grantRole(ctx, wish)) === 'granted') return [`Gave ${wish.email} the role ${wish.role}.`];
        return [
          `Nobody has confirmed the address of the account ${wish.email}, so somebody else may have signed up with it.`,
          'The link sets a new password and signs everybody else out of the account.',
          ...(await invite(ctx, wish)),
        ];
      }
      return (wish.role === 'super_admin' ? await openSetup(ctx) : null) ?? (await invite(ctx, wish));
    case 'reset-factors':
      return [
        `Removed all sign-in factors of ${wish.email} and ended their sessions.`,
        `This link sets a new password (once, within ${resetLinkMinutes} minutes):`,
        await resetFactors(ctx, wish.email),
      ];
    case 'no-second-factor':
      await stopSecondFactor(ctx);
      return ['Nobody needs a second factor any more, except who has an authenticator app.'];
    case 'link': {
      const lines = await openSetup(ctx);
      if (lines === null) throw new UsageError(`There is a super admin already. Give --email.\n${usage}`);
      return lines;
    }
  }
}

async function openSetup(ctx: { db: Database; origin: string }): Promise<string[] | null> {
  const token = await openSetupLink(ctx);
  if (token === null) return null;
  return [
    'Create the first administrator with this link (once, within 24 hours):',
    `${ctx.origin}/admin/setup?token=${token}`,
  ];
}

async function invite(
  ctx: { db: Database; origin: string },
  wish: { email: string; role: Role },
): Promise<string[]> {
  const { email, link } = await inviteByCommand(ctx, wish);
  return [
    `${email} gets the role ${wish.role} with this link (once, within ${invitationDays} days, only for this address):`,
    link,
  ];
}

function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}
