import { fetchSmallText } from '#adapters/fetch-small-text.ts';
import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import type { SecurityEventName } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { deriveKey } from '#domain/auth/derive-key.ts';
import type { EmailCheck } from '#domain/email/email-check.ts';
import { tokenOfEmail } from '#domain/email/email-token.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import { signInWaysOf, type Config } from './config.ts';
import { createSecurityLog } from './security-log.ts';

/** What the domain of this process is made of. */
export type DomainOptions = {
  config: Pick<Config, 'siteTimezone' | 'emailConfirmation' | 'rateLimits' | 'singleSignOn'>;
  mail: Mailer;
  newsletter: DomainContext['newsletter'];
  deliversMessages: boolean;
  emailCheck: EmailCheck;
  diskSpace: DomainContext['diskSpace'];
  outboxFilled: () => void;
  origin: string;
  secret: string;
  db: Database;
  log: Logger;
  contentChanged: () => void;
  imagesDropped: () => Promise<void>;
  /** Told of every security event, beside the log. */
  countSecurityEvent?: ((event: SecurityEventName) => void) | undefined;
};

/** The domain as the process itself uses it: no actor, no request. */
export function createDomain(options: DomainOptions): DomainContext {
  const { config, log, secret, countSecurityEvent } = options;
  const logSecurity = createSecurityLog(log);
  return {
    db: options.db,
    actor: null,
    session: null,
    clientAddress: null,
    requestId: null,
    reportSecurity(event) {
      logSecurity(event);
      countSecurityEvent?.(event.event);
    },
    now: () => new Date(),
    timeZone: config.siteTimezone,
    rateLimits: config.rateLimits,
    signInWays: signInWaysOf(config),
    emailConfirmation: config.emailConfirmation,
    mail: options.mail,
    newsletter: options.newsletter,
    emailToken: (emailId) => tokenOfEmail(secret, emailId),
    deriveKey: (purpose) => deriveKey(secret, purpose),
    fetchText: fetchSmallText,
    deliversMessages: options.deliversMessages,
    emailCheck: options.emailCheck,
    diskSpace: options.diskSpace,
    outboxFilled: options.outboxFilled,
    origin: options.origin,
    contentChanged: options.contentChanged,
    imagesDropped: options.imagesDropped,
  };
}
