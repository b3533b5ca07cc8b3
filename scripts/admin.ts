import { parseArgs } from 'node:util';

import { hashPassword } from 'better-auth/crypto';

import { findUserByEmail } from '#db/queries/people.ts';
import { roles, type Role } from '#domain/auth/actor.ts';
import { addAccount } from '#domain/admins/add-account.ts';
import { grantRole } from '#domain/admins/grant-role.ts';
import { openSetupLink } from '#domain/admins/setup-link.ts';
import { readConfig, readEnvironment } from '#server/config.ts';
import { openConfiguredDatabase, type ConfiguredDatabase } from '#server/database.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run admin -- create --email ADDRESS --password PASSWORD [--role editor|admin|super_admin]
      makes an account that can sign in, as super_admin unless told otherwise
  npm run admin -- create --email ADDRESS [--role …]
      gives an account that exists already the role
  npm run admin -- create
      prints a one-time link that makes the first super admin in the browser`;

/** What the command was asked to do, or why that is not clear. */
type Wish =
  | { kind: 'account'; email: string; password: string; role: Role }
  | { kind: 'role'; email: string; role: Role }
  | { kind: 'link' };

await runCommand(main);

async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2));
  const config = readConfig(await readEnvironment());
  const database = await openConfiguredDatabase(config, {
    announce: (line) => console.log(line),
    share: true,
  });
  try {
    if (wish.kind === 'account') {
      await addAccount(database.client, { hashPassword }, wish, { role: wish.role, by: 'command line' });
      console.log(`Created ${wish.email} with the role ${wish.role}.`);
    } else if (wish.kind === 'role' && (await hasAccount(database, wish.email))) {
      await grantRole(database.client, wish);
      console.log(`Gave ${wish.email} the role ${wish.role}.`);
    } else {
      await printLink(database, config.siteUrl.origin);
    }
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
  if (positionals.join(' ') !== 'create') throw new UsageError(usage);
  const { email, password, role = 'super_admin' } = values;
  if (!isRole(role)) throw new UsageError(`There is no role "${role}". It is one of ${roles.join(', ')}.`);
  if (email !== undefined && password !== undefined) return { kind: 'account', email, password, role };
  if (password !== undefined) throw new UsageError(`--email is missing.\n${usage}`);
  return email === undefined ? { kind: 'link' } : { kind: 'role', email, role };
}

async function hasAccount(database: ConfiguredDatabase, email: string): Promise<boolean> {
  return (await findUserByEmail(database.client.db, email)) !== undefined;
}

async function printLink(database: ConfiguredDatabase, origin: string): Promise<void> {
  const token = await openSetupLink(database.client);
  if (token === null) {
    throw new UsageError(
      'There is a super admin already. Give --email and --password to make another account, or --email of an account that exists.',
    );
  }
  console.log(
    `Create the first administrator with this link (once, within 24 hours):\n${origin}/admin/setup?token=${token}`,
  );
}

function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}
