import type { ActivityFacts } from '#db/column-types.ts';
import type { Config } from './config.ts';

/** The settings that the activity log tells of: what they mean for people, and no secret. Pure. */
export function loggedSettings(config: Config): ActivityFacts {
  const { email, storage } = config;
  return {
    site_url: config.siteUrl.isConfigured ? config.siteUrl.origin : null,
    site_timezone: config.siteTimezone,
    contact_email: config.contactEmail,
    email_transport: email.transport,
    email_confirmation: config.emailConfirmation,
    sign_up: config.signUp,
    single_sign_on: config.singleSignOn?.issuer.href ?? null,
    single_sign_on_only: config.singleSignOn?.isOnly ?? false,
    rate_limits: config.rateLimits,
    storage: storage.kind === 's3' ? `bucket ${storage.bucket}` : storage.kind,
    trusted_proxies: config.trustedProxies.join(', '),
  };
}
