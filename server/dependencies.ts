import { createAuth } from '#adapters/auth.ts';
import { createPasswords } from '#adapters/passwords.ts';
import { createSocialImageRenderer } from '#adapters/social-image-renderer.ts';
import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import type { FeedBodies, RequestParts } from '#app/http/request-context.ts';
import type { DomainContext } from '#domain/context.ts';
import {
  createPageViewRecorder,
  createViewRecorder,
  type ViewRecorder,
  type WaitingPageView,
} from '#domain/analytics/view-recorder.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { deriveKey } from '#domain/auth/derive-key.ts';
import type { EmailCheck } from '#domain/email/email-check.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import type { SocialImageRenderer } from '#domain/posts/social-image-renderer.ts';
import { tokenOfEmail } from '#domain/email/email-token.ts';
import { signInWaysOf, type Config } from './config.ts';
import { createSecurityLog } from './security-log.ts';

/** What lives as long as the process and is handed in with every request. */
export type Dependencies = {
  domain: DomainContext;
  auth: Auth;
  views: ViewRecorder;
  pageViews: ViewRecorder<WaitingPageView>;
  socialImageRenderer: SocialImageRenderer;
  feedBodies: FeedBodies;
};

export function createDependencies(options: {
  config: Pick<Config, 'siteTimezone' | 'signUp' | 'emailConfirmation' | 'rateLimits' | 'singleSignOn'>;
  mail: Mailer;
  deliversMessages: boolean;
  emailCheck: EmailCheck;
  diskSpace?: DomainContext['diskSpace'];
  outboxFilled: () => void;
  origins: { own: string; aliases: readonly string[] };
  secret: string;
  db: Database;
  log: Logger;
  contentChanged: () => void;
  imagesDropped: () => Promise<void>;
}): Dependencies {
  const { config, db, log, contentChanged, imagesDropped } = options;
  return {
    domain: {
      db,
      actor: null,
      session: null,
      clientAddress: null,
      requestId: null,
      reportSecurity: createSecurityLog(log),
      now: () => new Date(),
      timeZone: config.siteTimezone,
      rateLimits: config.rateLimits,
      signInWays: signInWaysOf(config),
      emailConfirmation: config.emailConfirmation,
      mail: options.mail,
      emailToken: (emailId) => tokenOfEmail(options.secret, emailId),
      deriveKey: (purpose) => deriveKey(options.secret, purpose),
      deliversMessages: options.deliversMessages,
      emailCheck: options.emailCheck,
      diskSpace: options.diskSpace ?? (async () => null),
      outboxFilled: options.outboxFilled,
      origin: options.origins.own,
      contentChanged,
      imagesDropped,
    },
    views: createViewRecorder(db, { networkLimits: config.rateLimits }),
    pageViews: createPageViewRecorder(db, { networkLimits: config.rateLimits }),
    socialImageRenderer: createSocialImageRenderer(),
    feedBodies: new Map(),
    auth: createAuth({
      db,
      log,
      origin: options.origins.own,
      trustedOrigins: options.origins.aliases,
      secret: options.secret,
      signUp: config.signUp,
      emailConfirmation: config.emailConfirmation,
      passwords: createPasswords(),
      singleSignOn: config.singleSignOn,
    }),
  };
}

/** The parts with what belongs to one request. */
export function requestDependencies(
  parts: Dependencies,
  request: Omit<RequestParts, 'domain' | 'auth' | 'socialImageRenderer' | 'feedBodies'>,
): RequestParts {
  return {
    ...request,
    domain: parts.domain,
    auth: parts.auth,
    socialImageRenderer: parts.socialImageRenderer,
    feedBodies: parts.feedBodies,
  };
}
