import { expect, test } from 'vitest';

import { settingNames } from '../settings/schema.ts';
import { environmentOfVerification } from './run-verification.ts';
import { roomFor, settingsOfVerification, verificationSettings } from './verify-backup.ts';

const entry = (bytes: number) => ({ bytes, sha256: '' });
const table = (bytes: number) => ({ ...entry(bytes), name: 'posts', columns: ['id'], rows: 1 });

test('a rehearsal wants room for images as large as they are, and for compressed tables several times', () => {
  const images = [6e9, 4e9].map((bytes) => ({ ...entry(bytes), path: 'editor-images/1.jpg' }));
  expect(roomFor({ tables: [], images })).toBeLessThan(10.5e9);
  expect(roomFor({ tables: [], images })).toBeGreaterThan(10e9);
  expect(roomFor({ tables: [table(1e9)], images: [] })).toBeGreaterThan(8e9);
});

/** Settings that the verification of a backup must not know. A new setting belongs here, or to those it may know. */
const keptFromVerification =
  'PORT HOST SITE_URL TRUSTED_PROXIES DATABASE_URL ADMIN_EMAIL ADMIN_PASSWORD SESSION_SECRET OIDC_ISSUER OIDC_CLIENT_ID ' +
  'OIDC_CLIENT_SECRET OIDC_ONLY SITE_TIMEZONE CONTACT_EMAIL EMAIL_TRANSPORT SMTP_URL NEWSLETTER_SMTP_URL NEWSLETTER_RATE ' +
  'NEWSLETTER_POSTAL_ADDRESS NEWSLETTER_REASON BOUNCE_IMAP_URL EMAILJS_ENDPOINT EMAILJS_USER_ID EMAILJS_SERVICE_ID ' +
  'EMAILJS_CONTACT_TEMPLATE_ID EMAILJS_JV_TEMPLATE_ID SIGN_UP EMAIL_CONFIRMATION STORAGE RATE_LIMITS BACKUP_AT BACKUP_KEEP ' +
  'CDN_PURGE INDEXNOW WEBHOOK_HOSTS LOG_LEVEL ACCESS_LOG METRICS_PORT';

test('of every setting it is decided whether the verification of a backup may know it', () => {
  expect(settingNames.toSorted()).toEqual(
    [...verificationSettings, ...keptFromVerification.split(' ')].toSorted(),
  );
});

test('the verification of a backup starts without settings that could make it act on the live site', () => {
  const system = { PATH: '/usr/bin', NODE_ENV: 'production', FAKETIME: '+1d' };
  const known = { DATA_DIR: 'data', BACKUP_TO: '/backups', BACKUP_PASSPHRASE_FILE: '/run/secrets/backup' };
  const live = {
    BOUNCE_IMAP_URL: 'imaps://a',
    CDN_PURGE: 'http://b',
    METRICS_PORT: '9',
    PGHOST: 'c',
    AWS_KEY: 'd',
  };
  expect(environmentOfVerification({ ...system, ...known, ...live })).toEqual({ ...system, ...known });
  expect(settingsOfVerification({ ...known, ...live })).toEqual(known);
});
