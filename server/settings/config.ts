import { isIP } from 'node:net';
import { resolve } from 'node:path';

import type { SignInWays } from '#domain/core/context.ts';
import { missingSettings, type Settings, settings } from './schema.ts';
import { ConfigError } from './start-error.ts';
import { s3Target } from './values.ts';

export type Config = Readonly<ReturnType<typeof toConfig>>;
export type BackupConfig = NonNullable<Config['backup']>;
/** A folder (absolute), or what begins with `prefix` in a bucket. */
export type BackupTarget = BackupConfig['to'];

/** Checks every setting; an empty one counts as unset. Throws ConfigError with all errors together. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  const missing = missingSettings(given);
  if (!parsed.success || missing.length > 0) {
    const invalid = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`) ?? [];
    throw new ConfigError([...invalid, ...missing]);
  }
  return toConfig(parsed.data);
}

/** Lines of a sampled access log. */
const sampledPerSecond = 100;

function toConfig(values: Settings) {
  return {
    /** 0 takes any free port. */
    port: values.PORT,
    host: values.HOST,
    /** Where visitors find the site. Not configured: derived from host and port, for this machine only. */
    siteUrl: {
      origin: values.SITE_URL ?? `http://${urlHost(values.HOST)}:${values.PORT}`,
      isConfigured: values.SITE_URL !== undefined,
    },
    /** Absolute. */
    dataDir: resolve(values.DATA_DIR),
    /** Null: the embedded PostgreSQL. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** Both or neither: the super admin to create when there is no admin. */
    adminEmail: values.ADMIN_EMAIL ?? null,
    adminPassword: values.ADMIN_PASSWORD ?? null,
    /** Null: one that is kept in the data folder. */
    sessionSecret: values.SESSION_SECRET ?? null,
    email: toEmail(values),
    /** New posts by email. */
    newsletter: {
      /** The address of the mail server for posts, where it is another one. */
      smtpUrl: values.NEWSLETTER_SMTP_URL ?? null,
      /** Emails per second, at most. */
      rate: values.NEWSLETTER_RATE,
    },
    /** Null: bounces are not read. */
    bounces: values.BOUNCE_IMAP_URL ?? null,
    fixedWords: toFixedWords(values),
    signUp: values.SIGN_UP && !values.OIDC_ONLY,
    /** Null: no one signs in by OpenID Connect. */
    singleSignOn: toSingleSignOn(values),
    emailConfirmation: values.EMAIL_CONFIRMATION ?? values.EMAIL_TRANSPORT === 'smtp',
    storage: values.STORAGE === 'disk' ? { kind: 'disk' as const } : toBucket(values),
    rateLimits: values.RATE_LIMITS,
    /** Null: nothing is backed up automatically. */
    backup: toBackup(values),
    /** Opens encrypted archives, also where `backup` is null. */
    backupPassphrase: values.BACKUP_PASSPHRASE ?? null,
    /** The address of a shared cache that takes PURGE requests; null: shared caches must ask for every request. */
    cdnPurge: values.CDN_PURGE ?? null,
    /** Where search engines are told of pages; null: they are not. */
    indexNow: values.INDEXNOW,
    /** Hosts that webhooks reach without HTTPS and on private addresses. */
    webhookHosts: values.WEBHOOK_HOSTS,
    logLevel: values.LOG_LEVEL,
    /** Which successful requests have a line in the log. */
    accessLogPerSecond: { all: Infinity, sampled: sampledPerSecond, off: 0 }[values.ACCESS_LOG],
    /** The port of this machine for metrics; 0 takes any free port. Null: there are none. */
    metricsPort: values.METRICS_PORT ?? null,
    /** Addresses and networks whose `X-Forwarded-For` is believed. */
    trustedProxies: values.TRUSTED_PROXIES,
  };
}

/** How people sign in, by these settings. */
export function signInWaysOf({ singleSignOn, signUp }: Pick<Config, 'singleSignOn' | 'signUp'>): SignInWays {
  return { passwords: singleSignOn?.isOnly !== true, singleSignOn: singleSignOn !== null, signUp };
}

function toSingleSignOn(values: Settings) {
  if (values.OIDC_ISSUER === undefined) return null;
  return {
    issuer: values.OIDC_ISSUER,
    clientId: values.OIDC_CLIENT_ID ?? '',
    clientSecret: values.OIDC_CLIENT_SECRET ?? '',
    /** True if nothing else signs in. */
    isOnly: values.OIDC_ONLY,
  };
}

/** The words of Site, by their field in the document General, that a variable fixes. */
function toFixedWords(values: Settings) {
  const { CONTACT_EMAIL, SITE_TIMEZONE, NEWSLETTER_POSTAL_ADDRESS, NEWSLETTER_REASON } = values;
  return {
    ...(CONTACT_EMAIL !== undefined && { email: CONTACT_EMAIL }),
    ...(SITE_TIMEZONE !== undefined && { timeZone: SITE_TIMEZONE }),
    ...(NEWSLETTER_POSTAL_ADDRESS !== undefined && { postalAddress: NEWSLETTER_POSTAL_ADDRESS }),
    ...(NEWSLETTER_REASON !== undefined && { newsletterReason: NEWSLETTER_REASON }),
  };
}

function toEmail(values: Settings) {
  if (values.EMAIL_TRANSPORT === 'smtp') return { transport: 'smtp', url: values.SMTP_URL ?? '' } as const;
  if (values.EMAIL_TRANSPORT === 'none') return { transport: 'none' } as const;
  return {
    transport: 'emailjs' as const,
    endpoint: values.EMAILJS_ENDPOINT,
    userId: values.EMAILJS_USER_ID,
    serviceId: values.EMAILJS_SERVICE_ID,
    contactTemplateId: values.EMAILJS_CONTACT_TEMPLATE_ID,
    jvTemplateId: values.EMAILJS_JV_TEMPLATE_ID,
  };
}

function toBucket(values: Settings) {
  return {
    kind: 's3' as const,
    endpoint: values.S3_ENDPOINT ?? '',
    region: values.S3_REGION,
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
  };
}

function toBackup(values: Settings) {
  if (values.BACKUP_TO === undefined) return null;
  const [, bucket, prefix = ''] = s3Target.exec(values.BACKUP_TO) ?? [];
  const to =
    bucket === undefined
      ? { kind: 'folder' as const, folder: resolve(values.BACKUP_TO) }
      : { ...toBucket(values), bucket, prefix };
  return { to, at: values.BACKUP_AT, keep: values.BACKUP_KEEP };
}

/** A host to put into a URL; an address that means every network card is reached at this machine's own. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1';
  return isIP(host) === 6 ? `[${host}]` : host;
}
