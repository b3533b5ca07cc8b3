import type { Logger } from '#adapters/log.ts';
import { createPasskeys } from '#adapters/passkeys.ts';
import { createPasswords } from '#adapters/passwords.ts';
import { createSingleSignOn } from '#adapters/single-sign-on.ts';
import { createSocialImageRenderer } from '#adapters/social-image-renderer.ts';
import type { DomainContext, RequestParts } from '#app/http/request-context.ts';
import { createViewRecorder, type ViewRecorder } from '#domain/analytics/view-recorder.ts';
import type { PublishedWords } from '#domain/site/published-words.ts';
import type { Config } from './settings/config.ts';

/** Parts that live as long as the process and is handed in with every request. */
export type Dependencies = Pick<RequestParts, 'auth' | 'socialImageRenderer'> & {
  /** The domain as the process itself uses it: no actor, no request; settings are those of each call. */
  domain: () => DomainContext;
  views: ViewRecorder;
  words: PublishedWords;
};

export function createDependencies(
  domain: () => DomainContext,
  options: {
    config: Pick<Config, 'rateLimits' | 'singleSignOn'>;
    /** Other origins under which a browser reaches the site. */
    aliases: readonly string[];
    log: Logger;
    words: PublishedWords;
    /** The PNG of an image of the library; null when there is none at the address. */
    readLogo: (address: string) => Promise<Buffer | null>;
  },
): Dependencies {
  const { db, origin } = domain();
  const { config, aliases, log, words, readLogo } = options;
  return {
    domain,
    views: createViewRecorder(db, { networkLimits: config.rateLimits }),
    socialImageRenderer: createSocialImageRenderer(readLogo),
    words,
    auth: {
      ...createPasswords(),
      passkeys: createPasskeys({ own: origin, aliases }),
      singleSignOn:
        config.singleSignOn &&
        createSingleSignOn({ ...config.singleSignOn, log, callback: `${origin}/admin/login/sso/callback` }),
    },
  };
}

/** The parts of a request that are the same for all of them. */
export function partsOfEachRequest({ domain, auth, socialImageRenderer, words }: Dependencies) {
  return { domain: domain(), auth, socialImageRenderer, siteWords: words.current() };
}

/** Names under which a browser on this machine reaches us, as long as no public origin is configured. */
export function aliasesOf(config: Config, port: number): string[] {
  if (config.siteUrl.isConfigured) return [];
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`);
}
