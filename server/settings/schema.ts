import { isIP } from 'node:net';

import { z } from 'zod';

import { passwordLimits } from '#domain/accounts/password.ts';
import { isTimeZone } from '#domain/fields/time-zone.ts';
import {
  isBackupTarget,
  mailText,
  parsedBy,
  port,
  s3Target,
  smtpUrl,
  switchable,
  text,
  toBounces,
  toHosts,
  toIndexNow,
  toIssuer,
  toOrigin,
  toProxies,
  toRetention,
  urlOf,
  wholeNumber,
} from './values.ts';

/** Stands in `.env.example`; refused, because everybody knows it. */
export const exampleSessionSecret = 'replace-this-by-32-or-more-random-characters';

/** Every setting there is, in the order of `.env.example`. */
export const settings = z.object({
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
  WEBHOOK_HOSTS: parsedBy(toHosts, ''),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
  ACCESS_LOG: z.enum(['all', 'sampled', 'off'], 'must be all, sampled or off').default('all'),
  METRICS_PORT: port.optional(),
});

export type Settings = z.output<typeof settings>;

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

/** The settings missing beside those that are given, a message each. */
export function missingSettings(given: Readonly<Record<string, string | undefined>>): readonly string[] {
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
