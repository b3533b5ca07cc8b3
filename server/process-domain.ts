import { fetchSmallText } from '#adapters/fetch-small-text.ts';
import { createArchiveWriter } from '#adapters/zip-writer.ts';
import type { Database } from '#db/client.ts';
import { derivedKeys } from '#domain/core/secrets.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { tokenOfEmail } from '#domain/email/enqueue-email.ts';
import { noEmail } from '#domain/email/mailer.ts';
import { newsletterSettings } from './email/bulk-mailer.ts';
import { createDelivery, createEmailCheck } from './email/delivery.ts';
import type { App } from './http/app.ts';
import { createSecurityLog } from './security-log.ts';
import { signInWaysOf } from './settings/config.ts';
import type { Services, SiteOptions } from './services.ts';

/** Returns the domain as the process itself uses it, without actor and request; settings of Site are those of each call. */
export function createDomain(
  options: SiteOptions,
  services: Services,
  app: Pick<App, 'contentChanged'>,
  db: Database,
): () => DomainContext {
  const { config, origin, secret, log, metrics, jobAdded } = options;
  const { clock, disk, images, imports, texts } = services;
  const logSecurity = createSecurityLog(log);
  const lasting = {
    db,
    actor: null,
    session: null,
    clientAddress: null,
    requestId: null,
    reportSecurity(event) {
      logSecurity(event);
      metrics?.recordSecurityEvent(event.event);
    },
    now: () => new Date(),
    rateLimits: config.rateLimits,
    signInWays: signInWaysOf(config),
    emailConfirmation: config.emailConfirmation,
    emailToken: (emailId) => tokenOfEmail(secret, emailId),
    deriveKey: derivedKeys(secret),
    fetchText: fetchSmallText,
    diskSpace: disk.space,
    imports: imports.files,
    writeArchive: createArchiveWriter(images.store),
    jobAdded,
    workOnText: texts.workOnText,
    origin,
    contentChanged: app.contentChanged,
    imagesDropped: images.sweep,
    lookAtClock: () => clock.look(db),
  } satisfies Partial<DomainContext>;
  return () => ({ ...lasting, ...domainSettings(options, services) });
}

/** Returns the part of the domain that Site may change. */
function domainSettings({ config, origin }: SiteOptions, services: Services) {
  const settings = services.settings();
  const email = { email: config.email, contactEmail: settings.contactEmail, origin };
  const mail = settings.contactEmail === null ? noEmail : services.mail;
  const delivery = createDelivery(email, mail);
  return {
    timeZone: settings.timeZone,
    mail,
    newsletter: newsletterSettings(config, settings),
    deliversMessages: delivery !== null,
    contactEmail: settings.contactEmail,
    emailCheck: createEmailCheck(email, { mail, delivery }),
  };
}
