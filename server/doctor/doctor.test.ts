import { expect, test } from 'vitest';

import { createDnsLookup } from '#adapters/dns-records.ts';

import { readConfig } from '../config.ts';
import { problem, runChecks, type Check, type Finding } from './check.ts';
import {
  backupFindings,
  clockFindings,
  outboxFindings,
  schemaFindings,
  serverFindings,
  timeZoneFindings,
} from './database.ts';
import { diskFindings, machineFindings } from './machine.ts';
import { missingSecrets, riskySettings, unknownNames } from './settings.ts';
import { certificateFindings } from './site.ts';

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
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  maxConnections: 100,
  connections: 5,
  now,
  knowsTimeZone: true,
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
const valid = { error: null, isForHost: true, validTo: hoursAgo(-24 * 60) };
const S3 = { S3_ENDPOINT: 'https://s3.test', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };

test('an installation without a defect has no finding but ok', () => {
  expect(
    bad([
      ...riskySettings(config()),
      ...missingSecrets(config()),
      ...serverFindings(server, 'UTC'),
      ...backupFindings(backup, now),
      ...outboxFindings({ oldest: hoursAgo(0.1), failing: 0, givenUp: 0 }, now),
      ...clockFindings('A clock', 900),
      ...timeZoneFindings(config(), 'UTC'),
      ...diskFindings({ space: { freeBytes: 5e10, totalBytes: 1e11 }, freeFiles: 1e6 }),
      ...machineFindings({ memoryBytes: 2e9, openFiles: 65_536 }),
      ...certificateFindings('site.test', valid, now),
    ]),
  ).toEqual([]);
});

test.each<[string, () => readonly Finding[], RegExp]>([
  [
    'a misspelled setting',
    () => unknownNames(['SMPT_URL', 'PORT', 'SMTP_URL_FILE']).map((name) => problem(name, '-')),
    /SMPT_URL/,
  ],
  [
    'no SITE_URL on all interfaces',
    () => riskySettings(readConfig({ HOST: '0.0.0.0' })),
    /problem: .*SITE_URL is not set/,
  ],
  ['limits switched off', () => riskySettings(config({ RATE_LIMITS: 'off' })), /warning: RATE_LIMITS is off/],
  ['a silent log', () => riskySettings(config({ LOG_LEVEL: 'silent' })), /LOG_LEVEL is silent/],
  [
    'every proxy trusted',
    () => riskySettings(config({ TRUSTED_PROXIES: '0.0.0.0/0' })),
    /problem: TRUSTED_PROXIES contains every/,
  ],
  [
    'no common secret for several instances',
    () => missingSecrets(readConfig({ SITE_URL: 'https://site.test', DATABASE_URL: 'postgres://db/site' })),
    /SESSION_SECRET is not set/,
  ],
  [
    'backups that are not encrypted',
    () => missingSecrets(config({ BACKUP_TO: 's3://bucket', ...S3 })),
    /without encryption/,
  ],
  [
    'an old server',
    () => serverFindings({ ...server, version: 140_011 }, 'UTC'),
    /problem: The database is PostgreSQL 14\.11/,
  ],
  ['a read-only server', () => serverFindings({ ...server, isReadOnly: true }, 'UTC'), /takes no writes/],
  ['fsync off', () => serverFindings({ ...server, fsync: 'off' }, 'UTC'), /fsync is off/],
  [
    'full_page_writes off',
    () => serverFindings({ ...server, fullPageWrites: 'off' }, 'UTC'),
    /full_page_writes is off/,
  ],
  [
    'another encoding',
    () => serverFindings({ ...server, encoding: 'SQL_ASCII' }, 'UTC'),
    /encoding of the database is SQL_ASCII/,
  ],
  [
    'no free connection',
    () => serverFindings({ ...server, connections: 95 }, 'UTC'),
    /Only 5 of 100 connections/,
  ],
  [
    'an unknown time zone',
    () => serverFindings({ ...server, knowsTimeZone: false }, 'Europe/Kyiv'),
    /does not know SITE_TIMEZONE Europe\/Kyiv/,
  ],
  [
    'a changed migration',
    () => schemaFindings([{ name: 'a', sql: '', checksum: '1' }], [{ name: 'a', checksum: '2' }]),
    /problem: The migration a has changed/,
  ],
  [
    'a backup that failed',
    () => backupFindings({ ...backup, failure: 'disk full' }, now),
    /problem: The last backup failed: disk full/,
  ],
  [
    'an old backup',
    () => backupFindings({ ...backup, succeededAt: hoursAgo(30) }, now),
    /problem: The newest backup is of/,
  ],
  [
    'a backup that cannot be restored',
    () => backupFindings({ ...backup, verifyFailure: 'rows differ' }, now),
    /could not be restored: rows differ/,
  ],
  [
    'no verified restore for days',
    () => backupFindings({ ...backup, verifiedAt: hoursAgo(100) }, now),
    /No backup was restored since/,
  ],
  [
    'emails that wait',
    () => outboxFindings({ oldest: hoursAgo(2), failing: 3, givenUp: 0 }, now),
    /problem: An email has waited since/,
  ],
  [
    'emails that were given up',
    () => outboxFindings({ oldest: null, failing: 0, givenUp: 4 }, now),
    /4 emails were given up/,
  ],
  ['a clock a little off', () => clockFindings('A clock', -20_000), /warning: A clock is 20 seconds behind/],
  ['a clock far off', () => clockFindings('A clock', 3_600_000), /problem: A clock is 3600 seconds ahead/],
  [
    'a time zone left at its default',
    () => timeZoneFindings(config(), 'America/Toronto'),
    /this machine is in America\/Toronto/,
  ],
  [
    'a disk that is nearly full',
    () => diskFindings({ space: { freeBytes: 5e9, totalBytes: 1e11 }, freeFiles: null }),
    /warning: .*nearly full/,
  ],
  [
    'a full disk',
    () => diskFindings({ space: { freeBytes: 1e8, totalBytes: 1e11 }, freeFiles: null }),
    /problem: .*is full/,
  ],
  [
    'a disk without room for files',
    () => diskFindings({ space: { freeBytes: 5e10, totalBytes: 1e11 }, freeFiles: 12 }),
    /room for 12 more files/,
  ],
  [
    'too little memory',
    () => machineFindings({ memoryBytes: 256e6, openFiles: 65_536 }),
    /Only 256 MB of memory/,
  ],
  [
    'too few file handles',
    () => machineFindings({ memoryBytes: Infinity, openFiles: 1_024 }),
    /Only 1024 files/,
  ],
  [
    'a certificate that ends soon',
    () => certificateFindings('site.test', { ...valid, validTo: hoursAgo(-24 * 5) }, now),
    /warning: .*5 days from now/,
  ],
])('%s is found, with its repair', (_what, find, expected) => {
  const found = find().filter(({ status }) => status !== 'ok');
  expect(bad(found).join('\n')).toMatch(expected);
  for (const finding of found) expect('repair' in finding && finding.repair.length > 0).toBe(true);
});

test('a check that hangs and one that throws are problems, and hold up no other', async () => {
  const checks: Check[] = [
    { name: 'hangs', run: () => new Promise(() => {}) },
    { name: 'throws', run: () => Promise.reject(new Error('no such thing')) },
    { name: 'fine', run: async () => [] },
  ];
  const context = { config: config(), dns: createDnsLookup(), sendsTest: false };
  const started = performance.now();
  const reports = await runChecks(checks, context, 200);
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(reports.map(({ name, findings }) => [name, bad(findings)])).toEqual([
    ['hangs', ['problem: The check took longer than 0.2 seconds.']],
    ['throws', ['problem: The check failed: no such thing']],
    ['fine', []],
  ]);
});
