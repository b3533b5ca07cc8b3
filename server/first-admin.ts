import { openSetupLink } from '#domain/accounts/invitations/first-admin.ts';
import { addAccount } from '#domain/accounts/invitations/create-admin-account.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { hasSuperAdmin } from '#db/queries/admins.ts';
import type { Config } from './settings/config.ts';
import { StartError } from './settings/start-error.ts';

/**
 * Makes sure that a user can become the first administrator: by ADMIN_EMAIL and ADMIN_PASSWORD, else by a one-time
 * link, or by an invitation where only single sign-on signs in. Both do nothing once a super admin exists.
 * @returns messages for the person who started the product.
 * @throws StartError when ADMIN_EMAIL and ADMIN_PASSWORD cannot make an account.
 */
export async function prepareFirstAdmin(
  domain: Pick<DomainContext, 'db'>,
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'singleSignOn'>,
  origin: string,
): Promise<string[]> {
  if (await hasSuperAdmin(domain.db)) return [];
  const { adminEmail: email, adminPassword: password } = config;
  if (email !== null && password !== null) {
    try {
      // Needed once in the life of an installation.
      const { createPasswords } = await import('#adapters/passwords.ts');
      await addAccount(domain, createPasswords(), { email, password }, { role: 'super_admin', by: 'start' });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      // Another instance, started at the same moment, has made it.
      if (error.kind === 'conflict' && (await hasSuperAdmin(domain.db))) return [];
      throw new StartError(`ADMIN_EMAIL and ADMIN_PASSWORD cannot make an account: ${error.message}`, {
        cause: error,
      });
    }
    return [`Created the super admin ${email}.`];
  }
  if (config.singleSignOn?.isOnly) {
    return [
      'There is no super admin yet. Invite the first one, who then signs in with single sign-on:',
      'npm run admin -- create --email ADDRESS',
    ];
  }
  const token = await openSetupLink(domain);
  if (token === null) return [];
  return [
    'There is no administrator yet. Create the first one with this link (once, within 24 hours):',
    `${origin}/admin/setup?token=${token}`,
  ];
}
