import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { unescape } from 'node:querystring';
import { parseEnv } from 'node:util';

import { z } from 'zod';

import { errorCode } from '#db/database-error.ts';
import { ifThere } from '#db/if-there.ts';
import type { SignInWays } from '#domain/accounts/sign-in/sign-in-ways.ts';
import { passwordLimits } from '#domain/accounts/password.ts';
import { isTimeZone } from '#domain/fields/time-zone.ts';
import { parseRetention, type Retention } from './backup/retention.ts';
import { createTrustedProxies } from './http/client-address.ts';

export type Config = Readonly<ReturnType<typeof toConfig>>;
export type BackupConfig = NonNullable<Config['backup']>;
/** A folder (absolute), or what begins with `prefix` in a bucket. */
export type BackupTarget = BackupConfig['to'];

/** Everything that is wrong with the settings: one message each, which names the variable and never shows its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * The environment, over a `.env` file in `folder` if there is one. A secret may be the content of a file instead, which
 * `NAME_FILE` names: `SESSION_SECRET_FILE=/run/secrets/session`.
 * @throws ConfigError when a file cannot be read, or a secret is given in both ways; then also with what is wrong with the others
 */
export async function readEnvironment(
  folder: string = process.cwd(),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Record<string, string | undefined>> {
  return readSecretFiles(await readEnvironmentFile(folder, environment));
}

/** Settings that may come from a file. */
export const secretSettings = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'SESSION_SECRET',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'NEWSLETTER_SMTP_URL',
  'BOUNCE_IMAP_URL',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
] as const;

async function readSecretFiles(
  environment: Record<string, string | undefined>,
): Promise<Record<string, string | undefined>> {
  const read = { ...environment };
  const errors: string[] = [];
  for (const name of secretSettings) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) errors.push(`${name} and ${name}_FILE must not both be set.`);
    try {
      read[name] = (await readFile(file, 'utf8')).trim();
    } catch (error) {
      errors.push(`${name}_FILE cannot be read (${errorCode(error) || 'unknown reason'}).`);
    }
  }
  if (errors.length > 0) {
    const isReadable = (problem: string) => !environment[`${problem.split(' ', 1)[0]}_FILE`];
    throw new ConfigError([...errors, ...problemsOf(read).filter(isReadable)]);
  }
  return read;
}

function problemsOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

async function readEnvironmentFile(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string | undefined>> {
  const file = await ifThere(readFile(join(folder, '.env'), 'utf8')).catch((error: unknown) => {
    throw new ConfigError([`.env in ${folder} cannot be read (${errorCode(error) || 'unknown reason'}).`]);
  });
  if (file === null) return { ...environment };
  const ambiguous = file
    .split(/\r?\n/)
    .flatMap((line, index) =>
      unambiguousLine.test(line)
        ? []
        : [`Line ${index + 1} of .env (${/^[^=#]*/.exec(line)?.[0].trim()}) ${quoteIt}`],
    );
  if (ambiguous.length > 0) throw new ConfigError(ambiguous);
  return { ...parseEnv(file), ...environment };
}

/** An empty line, a comment, or a setting that Node, systemd and compose read alike. */
const unambiguousLine = /^\s*(?:#.*|\w+\s*=\s*(?:'[^']*'|"(?:[^"\\$`]|\\n)*"|[^\s'"#\\$`][^#\\$`]*|)\s*|)$/;

const quoteIt =
  "is read in another way by systemd or compose: put the value into single quotes, such as NAME='value', with nothing behind it.";

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

/** Stands in `.env.example`; refused, because everybody knows it. */
export const exampleSessionSecret = 'replace-this-by-32-or-more-random-characters';

/** What is wrong with a value. */
class InvalidSetting extends Error {}

/** @param parse throws InvalidSetting */
function parsedBy<Value>(parse: (value: string) => Value, byDefault?: string) {
  const given = byDefault === undefined ? text : text.default(byDefault);
  return given.transform((value, context) => {
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      context.addIssue({ code: 'custom', message: error.message, input: undefined });
      return z.NEVER;
    }
  });
}

const text = z.string();
const switchable = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

/** Of an email; a backslash and an n begin a new line. */
const mailText = text
  .max(500, 'must have 500 characters or less')
  .refine((value) => value.trim() !== '' && !/\p{Cc}/u.test(value), 'must be text without control characters')
  .transform((value) => value.trim().replaceAll(String.raw`\n`, '\n'));

const port = wholeNumber(0, 65_535);

const smtpUrl = urlOf(['smtp:', 'smtps:'], 'must be a URL such as smtps://user:password@host');

/** Every setting there is, in the order of `.env.example`. */
const settings = z.object({
  PORT: port.default(3000),
  HOST: text
    .refine((value) => isIP(value) !== 0 || /^[a-z0-9.-]+$/i.test(value), 'must be an address or a host name')
    .default('127.0.0.1'),
  SITE_URL: parsedBy(toOrigin).optional(),
  TRUSTED_PROXIES: parsedBy(toProxies, ''),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'must be a URL such as postgres://user:password@host/database',
  ).optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: text
    .min(passwordLimits.min, `must have ${passwordLimits.min} characters or more`)
    .max(passwordLimits.max, `must have ${passwordLimits.max} characters or less`)
    .optional(),
  SESSION_SECRET: text
    .refine((value) => Buffer.byteLength(value) >= 32, 'must have 32 bytes or more')
    .refine((value) => value !== exampleSessionSecret, 'must not be the one from .env.example')
    .optional(),
  OIDC_ISSUER: parsedBy(toIssuer).optional(),
  OIDC_CLIENT_ID: text.max(1_000, 'must have 1000 characters or less').optional(),
  OIDC_CLIENT_SECRET: text.max(1_000, 'must have 1000 characters or less').optional(),
  OIDC_ONLY: switchable.default(false),
  SITE_TIMEZONE: text
    .refine(isTimeZone, 'must be the name of a time zone such as America/Toronto')
    .optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  EMAIL_TRANSPORT: z.enum(['none', 'smtp', 'emailjs'], 'must be none, smtp or emailjs').default('none'),
  SMTP_URL: smtpUrl.optional(),
  NEWSLETTER_SMTP_URL: smtpUrl.optional(),
  NEWSLETTER_RATE: wholeNumber(1, 1_000).default(10),
  NEWSLETTER_POSTAL_ADDRESS: mailText.optional(),
  NEWSLETTER_REASON: mailText.optional(),
  BOUNCE_IMAP_URL: parsedBy(toBounces).optional(),
  EMAILJS_ENDPOINT: urlOf(['https:', 'http:'], 'must be a web address').default(
    'https://api.emailjs.com/api/v1.0/email/send',
  ),
  EMAILJS_USER_ID: text.default(''),
  EMAILJS_SERVICE_ID: text.default(''),
  EMAILJS_CONTACT_TEMPLATE_ID: text.default(''),
  EMAILJS_JV_TEMPLATE_ID: text.default(''),
  SIGN_UP: switchable.default(true),
  EMAIL_CONFIRMATION: switchable.optional(),
  STORAGE: z.enum(['disk', 's3'], 'must be disk or s3').default('disk'),
  S3_ENDPOINT: urlOf(['https:', 'http:'], 'must be a web address').optional(),
  S3_REGION: text.default('us-east-1'),
  S3_BUCKET: text
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: a to z, digits, dots and hyphens',
    )
    .default('blog-images'),
  S3_ACCESS_KEY_ID: text.default(''),
  S3_SECRET_ACCESS_KEY: text.default(''),
  RATE_LIMITS: switchable.default(true),
  BACKUP_TO: text.refine(isBackupTarget, 'must be a folder, or s3://bucket or s3://bucket/prefix').optional(),
  BACKUP_AT: text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:30').default('03:30'),
  BACKUP_KEEP: parsedBy(toRetention, '7d,4w,6m'),
  BACKUP_PASSPHRASE: text.min(20, 'must have 20 characters or more').optional(),
  CDN_PURGE: urlOf(
    ['http:', 'https:'],
    'must be a web address that takes PURGE requests, such as http://127.0.0.1:6081/',
  ).optional(),
  INDEXNOW: parsedBy(toIndexNow, 'off'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
  ACCESS_LOG: z.enum(['all', 'sampled', 'off'], 'must be all, sampled or off').default('all'),
  METRICS_PORT: port.optional(),
});

/** Lines of a sampled access log. */
const sampledPerSecond = 100;

/** A bucket and the beginning of its keys. */
const s3Target = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*)?)?\/?$/;

type Settings = z.output<typeof settings>;

export const settingNames: readonly string[] = Object.keys(settings.shape);

/** Settings that only make sense together: `needed` when `when` has this value, or is given at all. */
const requirements: readonly { when: string; is?: string | RegExp; needed: readonly string[] }[] = [
  { when: 'ADMIN_EMAIL', needed: ['ADMIN_PASSWORD'] },
  { when: 'ADMIN_PASSWORD', needed: ['ADMIN_EMAIL'] },
  { when: 'OIDC_ISSUER', needed: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] },
  { when: 'OIDC_CLIENT_ID', needed: ['OIDC_ISSUER'] },
  { when: 'OIDC_ONLY', is: 'on', needed: ['OIDC_ISSUER'] },
  { when: 'EMAIL_TRANSPORT', is: 'smtp', needed: ['SMTP_URL'] },
  {
    when: 'EMAIL_TRANSPORT',
    is: 'emailjs',
    needed: [
      'EMAILJS_USER_ID',
      'EMAILJS_SERVICE_ID',
      'EMAILJS_CONTACT_TEMPLATE_ID',
      'EMAILJS_JV_TEMPLATE_ID',
    ],
  },
  { when: 'STORAGE', is: 's3', needed: ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] },
  { when: 'BACKUP_TO', is: s3Target, needed: ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] },
];

function missingSettings(given: Readonly<Record<string, string | undefined>>): readonly string[] {
  return requirements
    .filter(({ when, is }) => {
      const value = given[when];
      if (value === undefined || is === undefined) return value !== undefined;
      return typeof is === 'string' ? value === is : is.test(value);
    })
    .flatMap(({ when, is, needed }) =>
      needed
        .filter((name) => given[name] === undefined)
        .map((name) => `${name} must be set because ${when} is ${typeof is === 'string' ? is : 'set'}.`),
    );
}

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
    /** An IANA name such as `America/Toronto`. */
    siteTimezone: values.SITE_TIMEZONE ?? 'UTC',
    email: toEmail(values),
    /** New posts by email. */
    newsletter: {
      /** Of the mail server for posts, where it is another one. */
      smtpUrl: values.NEWSLETTER_SMTP_URL ?? null,
      /** Emails per second, at most. */
      rate: values.NEWSLETTER_RATE,
      /** Of the firm, for the end of every email; null: no post is emailed. */
      postalAddress: values.NEWSLETTER_POSTAL_ADDRESS ?? null,
      /** Why readers get the email; null: no post is emailed. */
      reason: values.NEWSLETTER_REASON ?? null,
      /** Whether subscribers get one post a week at most. */
      isWeekly: true,
    },
    /** Null: bounces are not read. */
    bounces: values.BOUNCE_IMAP_URL ?? null,
    /** Where messages go, and what the site shows. */
    contactEmail: values.CONTACT_EMAIL ?? null,
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
    logLevel: values.LOG_LEVEL,
    /** Which successful requests have a line in the log. */
    accessLogPerSecond: { all: Infinity, sampled: sampledPerSecond, off: 0 }[values.ACCESS_LOG],
    /** Of this machine, where the metrics are; 0 takes any free port. Null: there are none. */
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
    /** Whether nothing else signs in. */
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

function isBackupTarget(value: string): boolean {
  return value.includes('://') ? s3Target.test(value) : !value.includes('\0');
}

/** `on` means the address of the protocol itself, which tells all search engines that take part. */
function toIndexNow(value: string): string | null {
  if (value === 'off') return null;
  if (value === 'on') return 'https://api.indexnow.org/indexnow';
  if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new InvalidSetting('must be on, off or a web address such as https://api.indexnow.org/indexnow');
}

function toRetention(value: string): Retention {
  const retention = parseRetention(value);
  if (retention !== null) return retention;
  throw new InvalidSetting('must be days, weeks and months to keep, such as 7d,4w,6m');
}

/** The part before the @ of each recipient's return address has 64 characters at most, 50 of them its own. */
const maxBounceName = 14;

/** The address is the user name of the mailbox, or the parameter `address`. */
function toBounces(value: string) {
  const url = URL.parse(value);
  const named = url?.searchParams.get('address') ?? unescape(url?.username ?? '');
  const address = z.email().safeParse(named.toLowerCase());
  if (
    url !== null &&
    ['imap:', 'imaps:'].includes(url.protocol) &&
    address.success &&
    address.data.lastIndexOf('@') <= maxBounceName
  ) {
    return { address: address.data, imapUrl: url.href };
  }
  throw new InvalidSetting(
    `must be a URL such as imaps://user:password@host?address=bounces@example.com, with at most ${maxBounceName} characters before the @ of the address`,
  );
}

/** A host to put into a URL; an address that means every network card is reached at this machine's own. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1';
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** With something behind the slashes. */
function urlOf(protocols: readonly string[], message: string) {
  return z.string().refine((value) => {
    return protocols.includes(URL.parse(value)?.protocol ?? '') && /:\/*[^/]/.test(value);
  }, message);
}

/** Sign-in cookies need a secure connection; browsers make an exception for the machine they run on. */
function toOrigin(value: string): string {
  const url = URL.parse(value);
  if (url === null) throw new InvalidSetting('must be the address of the site, such as https://example.com');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InvalidSetting('must start with https://');
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    throw new InvalidSetting('must end after the host and port: no path, no question mark, no user');
  }
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) {
    throw new InvalidSetting(
      'must start with https:// unless it is an address of this machine such as http://localhost:3000',
    );
  }
  return url.origin;
}

/** What the issuer sends must not be read or changed on the way; this machine is the exception, for development. */
function toIssuer(value: string): URL {
  const url = URL.parse(value);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname));
  if (url && isSafe && !url.search && !url.hash && !url.username && !url.password) return url;
  throw new InvalidSetting(
    'must be the address of the issuer, which starts with https:// and has no question mark and no user',
  );
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function toProxies(value: string): string[] {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  try {
    createTrustedProxies(entries);
    return entries;
  } catch (error) {
    const reason = error instanceof RangeError ? error.message.replace(/\.$/, '') : 'it is not';
    throw new InvalidSetting(`must be a comma-separated list of proxies, but ${reason}`);
  }
}
