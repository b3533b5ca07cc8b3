import { expect, test } from 'vitest';

import { createDnsLookup } from '#adapters/dns-records.ts';

import { readConfig } from '../settings/config.ts';
import { siteSettings } from '../settings/site-settings.ts';
import { defaultWords } from '#domain/site/site-words.ts';
import { problem, runChecks, type Check, type Finding } from './check.ts';
import { backupFindings, clockFindings, outboxFindings, schemaFindings, serverFindings } from './database.ts';
import { missingSecrets, riskySettings, unknownNames } from './settings.ts';

const now = new Date('2026-11-22T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const config = (settings: Record<string, string> = {}) =>
  readConfig({ SITE_URL: 'https://site.test', SESSION_SECRET: 's'.repeat(40), ...settings });
const bad = (findings: readonly Finding[]) =>
  findings.flatMap((finding) => (finding.status === 'ok' ? [] : [`${finding.status}: ${finding.message}`]));

const server = {
  version: 180_004,
  isReadOnly: false,
  encoding: 'UTF8',
  maxConnections: 100,
  connections: 5,
  now,
  hasMigrations: true,
};
const backup = {
  attemptedAt: hoursAgo(3),
  succeededAt: hoursAgo(3),
  file: 'a.tar',
  failure: null,
  verifiedAt: hoursAgo(3),
  verifySeconds: 9,
  verifyFailure: null,
};
const s3Settings = { S3_ENDPOINT: 'https://s3.test', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };

test('an installation without a defect has no finding but ok', () => {
  expect(
    bad([
      ...riskySettings(config()),
      ...missingSecrets(config()),
      ...serverFindings(server),
      ...backupFindings(backup, now),
      ...outboxFindings({ oldest: hoursAgo(0.1), failing: 0, givenUp: 0 }, now),
      ...clockFindings('A clock', 900),
    ]),
  ).toEqual([]);
});

test('the repair of a secret that instances do not share leads to the secret that one of them has', () => {
  const [found] = missingSecrets(readConfig({ DATABASE_URL: 'postgres://db/site' }));
  expect(found).toMatchObject({ repair: expect.stringContaining('DATA_DIR/session-secret') });
});

test.each<[string, readonly Finding[], RegExp]>([
  [
    'a misspelled setting',
    unknownNames(['SMPT_URL', 'PORT', 'SMTP_URL_FILE']).map((name) => problem(name, '-')),
    /SMPT_URL/,
  ],
  ['no SITE_URL', riskySettings(readConfig({ HOST: '0.0.0.0' })), /problem: .*SITE_URL is not set/],
  ['limits switched off', riskySettings(config({ RATE_LIMITS: 'off' })), /warning: RATE_LIMITS is off/],
  ['any proxy trusted', riskySettings(config({ TRUSTED_PROXIES: '0.0.0.0/0' })), /problem: TRUSTED_PROXIES/],
  [
    'no common secret for several instances',
    missingSecrets(readConfig({ SITE_URL: 'https://site.test', DATABASE_URL: 'postgres://db/site' })),
    /SESSION_SECRET is not set/,
  ],
  [
    'plain backups',
    missingSecrets(config({ BACKUP_TO: 's3://bucket', ...s3Settings })),
    /without encryption/,
  ],
  ['an old server', serverFindings({ ...server, version: 140_011 }), /problem: .* PostgreSQL 14\.11/],
  ['another encoding', serverFindings({ ...server, encoding: 'SQL_ASCII' }), /encoding .* SQL_ASCII/],
  ['no free connection', serverFindings({ ...server, connections: 95 }), /Only 5 of 100 connections/],
  [
    'a changed migration',
    schemaFindings([{ name: 'a', sql: '', checksum: '1' }], [{ name: 'a', checksum: '2' }]),
    /problem: The migration a is another one/,
  ],
  ['a failed backup', backupFindings({ ...backup, failure: 'disk full' }, now), /problem: .* disk full/],
  ['an old backup', backupFindings({ ...backup, succeededAt: hoursAgo(30) }, now), /problem: .* overdue/],
  ['a bad backup', backupFindings({ ...backup, verifyFailure: 'rows differ' }, now), /\. rows differ/],
  ['late emails', outboxFindings({ oldest: hoursAgo(2), failing: 3, givenUp: 0 }, now), /problem: .* waited/],
  ['lost emails', outboxFindings({ oldest: null, failing: 0, givenUp: 4 }, now), /4 emails were given up/],
  ['a clock a little off', clockFindings('A clock', -20_000), /warning: A clock is 20 seconds behind/],
  ['a clock far off', clockFindings('A clock', 3_600_000), /problem: A clock is 3600 seconds ahead/],
])('%s is found, with its repair', (_what, findings, expected) => {
  const found = findings.filter(({ status }) => status !== 'ok');
  expect(bad(found).join('\n')).toMatch(expected);
  for (const finding of found) expect('repair' in finding && finding.repair.length > 0).toBe(true);
});

test('a check that hangs and one that throws are problems, and hold up no other', async () => {
  const checks: Check[] = [
    { name: 'hangs', run: () => new Promise(() => {}) },
    { name: 'throws', run: () => Promise.reject(new Error('no such thing')) },
    { name: 'fine', run: async () => [] },
  ];
  const context = {
    config: config(),
    site: siteSettings(defaultWords, config()),
    dns: createDnsLookup(),
    sendsTest: false,
  };
  const started = performance.now();
  const reports = await runChecks(checks, context, 200);
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(reports.map(({ name, findings }) => [name, bad(findings)])).toEqual([
    ['hangs', ['problem: The check took longer than 0.2 seconds.']],
    ['throws', ['problem: The check failed: no such thing']],
    ['fine', []],
  ]);
});
