import { fetchSmallText } from '#adapters/fetch-small-text.ts';
import type { Logger } from '#adapters/log.ts';
import { createPasskeys } from '#adapters/passkeys.ts';
import { createPasswords } from '#adapters/passwords.ts';
import { createSingleSignOn } from '#adapters/single-sign-on.ts';
import { createSocialImageRenderer } from '#adapters/social-image-renderer.ts';
import type { RequestParts } from '#app/http/request-context.ts';
import type { Database } from '#db/client.ts';
import type { SecurityEventName } from '#domain/activity/security-events.ts';
import {
  createPageViewRecorder,
  createViewRecorder,
  type ViewRecorder,
  type WaitingPageView,
} from '#domain/analytics/view-recorder.ts';
import type { Auth } from '#domain/accounts/auth.ts';
import { deriveKey } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import type { EmailCheck } from '#domain/email/delivery.ts';
import { tokenOfEmail } from '#domain/email/enqueue-email.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import type { SocialImageRenderer } from '#domain/posts/social-image-renderer.ts';
import { createLaidOutBodies, type LaidOutBodies } from '#domain/posts/laid-out-bodies.ts';
import type { PublishedWords } from '#domain/site/published-words.ts';
import { signInWaysOf, type Config } from './config.ts';
import { createSecurityLog } from './security-log.ts';

/** What lives as long as the process and is handed in with every request. */
export type Dependencies = {
  domain: DomainContext;
  auth: Auth;
  views: ViewRecorder;
  pageViews: ViewRecorder<WaitingPageView>;
  socialImageRenderer: SocialImageRenderer;
  laidOutBodies: LaidOutBodies;
  words: PublishedWords;
};

type DependencyOptions = {
  config: Pick<Config, 'siteTimezone' | 'emailConfirmation' | 'rateLimits' | 'singleSignOn' | 'signUp'>;
  mail: Mailer;
  newsletter: DomainContext['newsletter'];
  deliversMessages: () => boolean;
  emailCheck: () => EmailCheck;
  diskSpace: DomainContext['diskSpace'];
  imports: DomainContext['imports'];
  writeArchive: DomainContext['writeArchive'];
  outboxFilled: () => void;
  origin: string;
  /** Other origins under which a browser reaches the site. */
  aliases: readonly string[];
  secret: string;
  db: Database;
  log: Logger;
  contentChanged: DomainContext['contentChanged'];
  imagesDropped: () => Promise<void>;
  /** Told of every security event, beside the log. */
  countSecurityEvent?: ((event: SecurityEventName) => void) | undefined;
  words: PublishedWords;
  /** The PNG of an image of the library; null when there is none at the address. */
  readLogo: (address: string) => Promise<Buffer | null>;
};

export function createDependencies(options: DependencyOptions): Dependencies {
  const { config, db, log, origin } = options;
  return {
    domain: createDomain(options),
    views: createViewRecorder(db, { networkLimits: config.rateLimits }),
    pageViews: createPageViewRecorder(db, { networkLimits: config.rateLimits }),
    socialImageRenderer: createSocialImageRenderer({ readLogo: options.readLogo }),
    laidOutBodies: createLaidOutBodies(),
    words: options.words,
    auth: {
      ...createPasswords(),
      passkeys: createPasskeys({ own: origin, aliases: options.aliases }),
      singleSignOn:
        config.singleSignOn &&
        createSingleSignOn({ ...config.singleSignOn, log, callback: `${origin}/admin/login/sso/callback` }),
    },
  };
}

/** The domain as the process itself uses it: no actor, no request. */
function createDomain(options: DependencyOptions): DomainContext {
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
    get timeZone() {
      return config.siteTimezone;
    },
    rateLimits: config.rateLimits,
    signInWays: signInWaysOf(config),
    emailConfirmation: config.emailConfirmation,
    mail: options.mail,
    newsletter: options.newsletter,
    emailToken: (emailId) => tokenOfEmail(secret, emailId),
    deriveKey: (purpose) => deriveKey(secret, purpose),
    fetchText: fetchSmallText,
    get deliversMessages() {
      return options.deliversMessages();
    },
    get emailCheck() {
      return options.emailCheck();
    },
    diskSpace: options.diskSpace,
    imports: options.imports,
    writeArchive: options.writeArchive,
    outboxFilled: options.outboxFilled,
    origin: options.origin,
    contentChanged: options.contentChanged,
    imagesDropped: options.imagesDropped,
  };
}

export function requestDependencies(
  parts: Dependencies,
  request: Omit<RequestParts, 'domain' | 'auth' | 'socialImageRenderer' | 'laidOutBodies' | 'siteWords'>,
): RequestParts {
  return {
    ...request,
    domain: parts.domain,
    auth: parts.auth,
    socialImageRenderer: parts.socialImageRenderer,
    laidOutBodies: parts.laidOutBodies,
    siteWords: parts.words.current(),
  };
}
