import { createAuth } from '#adapters/auth.ts';
import { createPasswords } from '#adapters/passwords.ts';
import { createSocialImageRenderer } from '#adapters/social-image-renderer.ts';
import type { FeedBodies, RequestParts } from '#app/http/request-context.ts';
import type { DomainContext } from '#domain/context.ts';
import {
  createPageViewRecorder,
  createViewRecorder,
  type ViewRecorder,
  type WaitingPageView,
} from '#domain/analytics/view-recorder.ts';
import type { Auth } from '#domain/auth/auth.ts';
import type { SocialImageRenderer } from '#domain/posts/social-image-renderer.ts';
import type { PublishedWords } from '#domain/site/published-words.ts';
import type { Config } from './config.ts';
import { createDomain, type DomainOptions } from './domain.ts';

/** What lives as long as the process and is handed in with every request. */
export type Dependencies = {
  domain: DomainContext;
  auth: Auth;
  views: ViewRecorder;
  pageViews: ViewRecorder<WaitingPageView>;
  socialImageRenderer: SocialImageRenderer;
  feedBodies: FeedBodies;
  words: PublishedWords;
};

export function createDependencies(
  options: DomainOptions & {
    config: Pick<Config, 'signUp' | 'rateLimits' | 'workers' | 'singleSignOn'>;
    aliases: readonly string[];
    words: PublishedWords;
    /** The PNG of an image of the library; null when there is none at the address. */
    readLogo: (address: string) => Promise<Buffer | null>;
  },
): Dependencies {
  const { config, db, log } = options;
  return {
    domain: createDomain(options),
    views: createViewRecorder(db, { networkLimits: config.rateLimits }),
    pageViews: createPageViewRecorder(db, { networkLimits: config.rateLimits }),
    socialImageRenderer: createSocialImageRenderer({ readLogo: options.readLogo }),
    feedBodies: new Map(),
    words: options.words,
    auth: createAuth({
      db,
      log,
      origin: options.origin,
      trustedOrigins: options.aliases,
      secret: options.secret,
      signUp: config.signUp,
      emailConfirmation: config.emailConfirmation,
      passwords: createPasswords(config.workers > 1 ? { atOnce: 1 } : {}),
      singleSignOn: config.singleSignOn,
    }),
  };
}

/** The parts with what belongs to one request. */
export function requestDependencies(
  parts: Dependencies,
  request: Omit<RequestParts, 'domain' | 'auth' | 'socialImageRenderer' | 'feedBodies' | 'siteWords'>,
): RequestParts {
  return {
    ...request,
    domain: parts.domain,
    auth: parts.auth,
    socialImageRenderer: parts.socialImageRenderer,
    feedBodies: parts.feedBodies,
    siteWords: parts.words.current(),
  };
}
