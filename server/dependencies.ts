import { createAuth } from '#adapters/auth.ts';
import { createPasswords } from '#adapters/passwords.ts';
import { createCardPress } from '#adapters/social-image-renderer.ts';
import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import type { RequestParts } from '#app/http/request-context.ts';
import type { DomainContext } from '#domain/context.ts';
import {
  createPageViewRecorder,
  createViewRecorder,
  type ViewRecorder,
  type WaitingPageView,
} from '#domain/analytics/view-recorder.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { tokenOfLetter } from '#domain/auth/one-time-token.ts';
import type { MailCheck } from '#domain/email/email-check.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import type { CardPress } from '#domain/posts/social-image-renderer.ts';
import type { Config } from './config.ts';
import { createSecurityLog } from './security-log.ts';

/** What lives as long as the process and is handed in with every request. */
export type Parts = {
  domain: DomainContext;
  auth: Auth;
  views: ViewRecorder;
  pageViews: ViewRecorder<WaitingPageView>;
  cardPress: CardPress;
};

export function createParts(options: {
  config: Pick<Config, 'siteTimezone' | 'signUp' | 'emailConfirmation' | 'rateLimits'>;
  mail: Mailer;
  deliversMessages: boolean;
  mailCheck: MailCheck;
  diskSpace?: DomainContext['diskSpace'];
  outboxFilled: () => void;
  origins: { own: string; aliases: readonly string[] };
  secret: string;
  db: Database;
  log: Logger;
  contentChanged: () => void;
  picturesDropped: () => Promise<void>;
}): Parts {
  const { config, db, log, contentChanged, picturesDropped } = options;
  return {
    domain: {
      db,
      actor: null,
      clientAddress: null,
      requestId: null,
      reportSecurity: createSecurityLog(log),
      now: () => new Date(),
      timeZone: config.siteTimezone,
      rateLimits: config.rateLimits,
      emailConfirmation: config.emailConfirmation,
      mail: options.mail,
      letterToken: (letterId) => tokenOfLetter(options.secret, letterId),
      deliversMessages: options.deliversMessages,
      mailCheck: options.mailCheck,
      diskSpace: options.diskSpace ?? (async () => null),
      outboxFilled: options.outboxFilled,
      origin: options.origins.own,
      contentChanged,
      picturesDropped,
    },
    views: createViewRecorder(db, { networkLimits: config.rateLimits }),
    pageViews: createPageViewRecorder(db, { networkLimits: config.rateLimits }),
    cardPress: createCardPress(),
    auth: createAuth({
      db,
      log,
      origin: options.origins.own,
      trustedOrigins: options.origins.aliases,
      secret: options.secret,
      signUp: config.signUp,
      emailConfirmation: config.emailConfirmation,
      passwords: createPasswords(),
    }),
  };
}

/** The parts with what belongs to one request. */
export function partsOfRequest(
  parts: Parts,
  request: Omit<RequestParts, 'domain' | 'auth' | 'cardPress'>,
): RequestParts {
  return { ...request, domain: parts.domain, auth: parts.auth, cardPress: parts.cardPress };
}
