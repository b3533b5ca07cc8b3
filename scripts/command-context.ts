import { createArchiveWriter } from '#adapters/zip-writer.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { derivedKeys } from '#domain/core/secrets.ts';
import { noEmailCheck } from '#domain/email/delivery.ts';
import { doTextJob } from '#domain/text-work/text-work.ts';
import { noEmail } from '#domain/email/mailer.ts';
import type { Config } from '#server/settings/config.ts';
import type { ConfiguredDatabase } from '#server/database/database.ts';
import { newsletterSettings } from '#server/email/bulk-mailer.ts';
import { sessionSecretOf } from '#server/settings/session-secret.ts';
import { readSiteSettings } from '#server/settings/site-settings.ts';

/** The context of verbs that a command calls: the content, and nothing that sends or fetches. */
export async function commandContext(
  config: Config,
  database: ConfiguredDatabase,
): Promise<Omit<DomainContext, 'actor'>> {
  const { settings } = await readSiteSettings(config, database.client);
  return {
    db: database.client.db,
    clientAddress: null,
    requestId: null,
    reportSecurity: () => {},
    now: () => new Date(),
    timeZone: settings.timeZone,
    rateLimits: false,
    signInWays: { passwords: true, singleSignOn: false, signUp: false },
    emailConfirmation: false,
    mail: noEmail,
    newsletter: newsletterSettings(config, settings),
    emailToken: () => '',
    session: null,
    // The key of the product, which would otherwise make anew what follows from every post.
    deriveKey: derivedKeys(await sessionSecretOf(config)),
    fetchText: async () => '',
    deliversMessages: false,
    contactEmail: settings.contactEmail,
    emailCheck: noEmailCheck,
    imports: { remove: async () => {} },
    diskSpace: async () => null,
    writeArchive: createArchiveWriter({ read: async () => null }),
    jobAdded: () => {},
    workOnText: doTextJob,
    origin: config.siteUrl.origin,
    // A running product notices the change in the database.
    contentChanged: () => {},
    lookAtClock: async () => {},
    imagesDropped: async () => {},
  };
}
