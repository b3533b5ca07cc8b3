import { parseArgs } from 'node:util';

import { createPasswords } from '#adapters/passwords.ts';
import { findAccountByEmail } from '#db/queries/accounts.ts';
import { roles, type Role } from '#domain/core/permissions.ts';
import { addAccount } from '#domain/accounts/invitations/create-admin-account.ts';
import { grantRole } from '#domain/accounts/operator/grant-role.ts';
import { invitationDays, inviteByCommand } from '#domain/accounts/invitations/invite-admin.ts';
import { createSignInLink } from '#domain/accounts/operator/recovery.ts';
import { linkMinutes } from '#domain/accounts/links.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { noEmail } from '#domain/email/mailer.ts';
import { email as emailField, parseInput } from '#domain/fields/fields.ts';
import { openSetupLink } from '#domain/accounts/invitations/first-admin.ts';
import { readConfig, signInWaysOf } from '#server/settings/config.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { createMailer, senderOf } from '#server/email/delivery.ts';
import { readSiteSettings } from '#server/settings/site-settings.ts';
import { openConfiguredDatabase } from '#server/database/database.ts';
import { runCommand } from './command.ts';
import { confirm } from './confirm.ts';
import { commandsForOne, isRecoveryName, recoveryCommands, type RecoveryName } from './recovery.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run admin -- create --email ADDRESS --password PASSWORD [--role contributor|editor|admin|super_admin]
      creates an account that can sign in, as super_admin by default
  npm run admin -- create --email ADDRESS [--role …]
      gives an existing account the role; for a new address, or an account with an unconfirmed address, prints a
      one-time link that creates the account or sets its password
  npm run admin -- create
      prints a one-time link that creates the first super admin in the browser
  npm run admin -- sign-in-link --email ADDRESS
      prints a one-time link that signs in to an account, also while single sign-on or email does not work
Each of these says first what it will do, and asks; with --yes it does not ask. They work beside a running product:
  npm run admin -- reset-factors --email ADDRESS
      for a user who cannot sign in any more: removes their passkeys, authenticator app and recovery codes, ends their
      sessions, and prints a one-time link for a new password
  npm run admin -- second-factor none
      stops asking for a second factor
  npm run admin -- reset-password --email ADDRESS
      ends the sessions of a user and prints a one-time link for a new password; their sign-in factors stay
  npm run admin -- sign-out-everybody
      ends all sessions
  npm run admin -- change-secret
      makes another session secret and ends all sessions; authenticator apps go on working`;

/** The request of the command line. */
type AdminRequest =
  | { kind: 'account'; email: string; password: string; role: Role }
  | { kind: 'role'; email: string; role: Role }
  | { kind: 'link' }
  | { kind: 'sign-in-link'; email: string }
  | { kind: 'recovery'; name: RecoveryName; email: string; isConfirmed: boolean };

await runCommand(usage, main);

async function main(): Promise<void> {
  const request = readRequest(process.argv.slice(2));
  const config = readConfig(await readEnvironment());
  const database = await openConfiguredDatabase(config, {
    announce: (line) => console.log(line),
    share: true,
  });
  try {
    const { db } = database.client;
    const { settings, brand } = await readSiteSettings(config, database.client);
    const mail =
      settings.contactEmail === null
        ? noEmail
        : createMailer(config, () => senderOf(settings, brand, config.siteUrl.origin));
    const ctx = {
      db,
      mail,
      origin: config.siteUrl.origin,
      jobAdded: () => {},
      signInWays: signInWaysOf(config),
    };
    if (request.kind === 'recovery') {
      const { plan, run } = recoveryCommands[request.name];
      const recovery = { ...ctx, config, email: request.email };
      await confirm(await plan(recovery), request.isConfirmed);
      console.log((await run(recovery)).join('\n'));
      return;
    }
    const lines = await carryOut(request, ctx);
    console.log(lines.join('\n'));
  } finally {
    await database.stop();
  }
}

function readRequest(args: string[]): AdminRequest {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      role: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const { email, password, role = 'super_admin' } = values;
  const command = positionals.join(' ');
  if (email !== undefined && command === 'sign-in-link') return { kind: command, email };
  if (isRecoveryName(command)) {
    const isForOne = commandsForOne.some((name) => name === command);
    if (isForOne && email === undefined) throw new UsageError('--email is missing.');
    if (!isForOne && email !== undefined)
      throw new UsageError(`${command} takes no --email: it is for all users.`);
    return { kind: 'recovery', name: command, email: email ?? '', isConfirmed: values.yes };
  }
  if (command !== 'create') throw new UsageError();
  if (!isRole(role)) throw new UsageError(`There is no role "${role}". It is one of ${roles.join(', ')}.`);
  if (email !== undefined && password !== undefined) return { kind: 'account', email, password, role };
  if (password !== undefined) throw new UsageError('--email is missing.');
  return email === undefined ? { kind: 'link' } : { kind: 'role', email, role };
}

type CommandContext = Pick<DomainContext, 'db' | 'mail' | 'origin' | 'jobAdded' | 'signInWays'>;

/** @returns the lines to print */
async function carryOut(
  request: Exclude<AdminRequest, { kind: 'recovery' }>,
  ctx: CommandContext,
): Promise<string[]> {
  switch (request.kind) {
    case 'account':
      await addAccount(ctx, createPasswords(), request, { role: request.role, by: 'command line' });
      return [`Created ${request.email} with the role ${request.role}.`];
    case 'role':
      if (await findAccountByEmail(ctx.db, request.email)) {
        if ((await grantRole(ctx, request)) === 'granted')
          return [`Gave ${request.email} the role ${request.role}.`];
        return [
          `The address of the account ${request.email} is not confirmed, so another person may have signed up with it.`,
          'The link sets a new password and ends all sessions of the account.',
          ...(await invite(ctx, request)),
        ];
      }
      parseInput(emailField, request.email);
      return (request.role === 'super_admin' ? await openSetup(ctx) : null) ?? (await invite(ctx, request));
    case 'sign-in-link':
      return [
        `This link signs in to ${request.email} (once, within ${linkMinutes['sign-in']} minutes):`,
        await createSignInLink(ctx, request.email),
      ];
    case 'link': {
      const lines = await openSetup(ctx);
      if (lines === null) {
        const reason = ctx.signInWays.passwords ? 'There is a super admin already. ' : '';
        throw new UsageError(`${reason}Give --email.`);
      }
      return lines;
    }
  }
}

async function openSetup(ctx: CommandContext): Promise<string[] | null> {
  if (!ctx.signInWays.passwords) return null;
  const token = await openSetupLink(ctx);
  if (token === null) return null;
  return [
    'Create the first administrator with this link (once, within 24 hours):',
    `${ctx.origin}/admin/setup?token=${token}`,
  ];
}

async function invite(ctx: CommandContext, request: { email: string; role: Role }): Promise<string[]> {
  const { email, link } = await inviteByCommand(ctx, request);
  if (!ctx.signInWays.passwords) {
    return [
      `Invited ${email}. They get the role ${request.role} when they sign in with single sign-on within ${invitationDays} days:`,
      `${ctx.origin}/admin/login`,
    ];
  }
  return [
    `${email} gets the role ${request.role} with this link (once, within ${invitationDays} days, only for this address):`,
    link,
  ];
}

function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}
