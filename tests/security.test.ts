import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { uploadLimit } from '#domain/imports/upload-limit.ts';
import { contactLimits } from '#domain/messages/message-input.ts';
import { postFields } from '#domain/posts/post-fields.ts';
import { secretSettings } from '#server/settings/environment.ts';
import { connectionLimits } from '#server/http/listen.ts';
import { bodyLimitOf, bodyLimits, leastRate } from '#server/http/request-body.ts';
import { project, readText } from '#tests/project.ts';

const security = readText('docs/security.md');

type Row = { number: string; state: string; evidence: string };

/** A row of the table may stand for several numbers. */
const rows: Row[] = [
  ...security.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) +\| (met|open) +\|([^|]+)\|$/gm),
].flatMap(([, numbers = '', state = '', evidence = '']) =>
  numbers.split(', ').map((number) => ({ number, state, evidence: evidence.trim() })),
);

/** The numbers of each reason. */
const notApplicable = [
  ...security.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) +\|([^|]{5,})\|$/gm),
].flatMap(([, numbers = '']) => numbers.split(', '));

describe('docs/security.md', () => {
  test('has every ASVS requirement of levels 1 and 2 once, and no other', () => {
    const [first, second] = [requirementsOf(1), requirementsOf(2)];
    expect([first.length, second.length]).toEqual([70, 183]);
    expect([...rows.map(({ number }) => number), ...notApplicable].toSorted()).toEqual(
      [...first, ...second].toSorted(),
    );
  });

  test('names a test that exists for each requirement that is met', () => {
    const met = rows.filter(({ state }) => state === 'met');
    expect(met.length).toBeGreaterThan(100);
    expect(met.filter(({ evidence }) => testsIn(evidence).length === 0)).toEqual([]);
    expect(
      rows.flatMap(({ evidence }) => testsIn(evidence)).filter((path) => !existsSync(join(project, path))),
    ).toEqual([]);
  });

  test('says until when a requirement is open', () => {
    const open = rows.filter(({ state }) => state === 'open');
    expect(open.filter(({ evidence }) => !/Until (?:\d{4}-\d\d-\d\d|[a-z])|No date/.test(evidence))).toEqual(
      [],
    );
    const now = new Date().toISOString().slice(0, 10);
    const overdue = open.filter(
      ({ evidence }) => (/Until (\d{4}-\d\d-\d\d)/.exec(evidence)?.[1] ?? now) < now,
    );
    expect(overdue).toEqual([]);
  });

  test('counts the requirements right', () => {
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    expect(security.replaceAll(/\s+/g, ' ')).toContain(
      `Of ${rows.length + notApplicable.length}, ${count('met')} are met, ${notApplicable.length} are not applicable and ${count('open')} are open.`,
    );
  });

  test('says what every secret of the settings is for', () => {
    const named: Record<string, RegExp> = {
      DATABASE_URL: /DATABASE_URL/,
      ADMIN_PASSWORD: /\| passwords/,
      S3_SECRET_ACCESS_KEY: /S3_ENDPOINT` and its key/,
    };
    const missing = secretSettings.filter((name) => !(named[name] ?? new RegExp(name)).test(security));
    expect(missing).toEqual([]);
  });
});

/** Source files of the product that can make requests to other machines. */
function sources(): string[] {
  return ['server', 'adapters', 'domain', 'db'].flatMap((room) =>
    readdirSync(join(project, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(room, name)),
  );
}

test('no request of the server follows a redirect', () => {
  // Node's own, and the one of the client that signs requests to a bucket.
  const calls = sources().flatMap((path) =>
    [...readText(path).matchAll(/(?:(?<![.\w]|async )|\bclient\.)fetch\((?=[a-z])[^;]*?\)/g)].map(
      ([call]) => ({ path, call }),
    ),
  );
  expect(calls.length).toBeGreaterThan(2);
  // The library of single sign-on says `manual`; tests/http/single-sign-on.test.ts sends it elsewhere.
  const byLibrary = ['adapters/single-sign-on.ts'];
  expect(
    calls.filter(({ path, call }) => !byLibrary.includes(path) && !call.includes("redirect: 'error'")),
  ).toEqual([]);
});

test('the limits of docs/operations.md are those of the code', () => {
  const table = readText('docs/operations.md').split('\n## Limits\n')[1]?.split('\n## ')[0] ?? '';
  const limitOf = (what: string) =>
    table
      .split('\n')
      .find((line) => line.startsWith(`| ${what} `))
      ?.split('|')[2]
      ?.trim() ?? '';
  const kB = (bytes: number) => `${Math.floor(bytes / 1000)} kB`;
  const MB = (bytes: number) => `${bytes / 1_000_000} MB`;
  const of = (number: number) => number.toLocaleString('en');
  const max = (field: object) => ('max' in field ? Number(field.max) : Number.NaN);
  const at = (path: string) => bodyLimitOf(path, bodyLimits).bytes;
  const ofAdministrator = (path: string) => bodyLimitOf(path, bodyLimits).administratorBytes ?? Number.NaN;

  expect(limitOf('headers')).toContain(kB(connectionLimits.headerBytes));
  expect(limitOf('request body')).toBe(`${kB(at('/contact'))}, else 413`);
  expect(limitOf('... of an administrator')).toContain(
    `${MB(ofAdministrator('/admin/categories'))}; a post ${MB(ofAdministrator('/admin/posts/new'))}; more than ${kB(at('/admin/posts/new'))}`,
  );
  expect(table).toContain(`slower than ${leastRate.bytesPerSecond / 1000} kB/s`);
  expect(limitOf('... slower than 2 kB/s')).toContain(`any ${leastRate.seconds} seconds`);
  const { title, slug, excerpt } = postFields;
  expect(limitOf('post: title, slug, excerpt')).toBe(
    `${[title, slug, excerpt].map((field) => of(max(field))).join(', ')} characters`,
  );
  expect(limitOf('message: name, subject')).toBe(
    `${contactLimits.name}, ${contactLimits.subject} characters`,
  );
  expect(limitOf('message: text')).toBe(`${of(contactLimits.message)} characters`);
});

test('no request is cut off while its body is within its own time limit', () => {
  const limits = [uploadLimit, ...bodyLimits].map(({ milliseconds }) => milliseconds);
  expect(connectionLimits.request).toBeGreaterThan(Math.max(...limits));
});

function testsIn(evidence: string): string[] {
  return [...evidence.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path = '']) => path);
}

/**
 * The requirements of levels 1 and 2 of the OWASP Application Security Verification Standard 5.0.0: of each section how many
 * of level 1, then how many of level 2, numbered in this order. From the file
 * `5.0/docs_en/OWASP_Application_Security_Verification_Standard_5.0.0_en.csv` in the repository OWASP/ASVS.
 */
const sections = `
  1.1=0+2 1.2=5+4 1.3=2+9 1.4=0+3 1.5=1+1 2.1=1+2 2.2=2+1 2.3=1+3 2.4=0+1 3.2=2+0 3.3=1+3 3.4=2+4 3.5=3+2
  3.7=0+2 4.1=1+2 4.2=0+1 4.3=0+2 4.4=1+3 5.1=0+1 5.2=2+1 5.3=2+0 5.4=0+3 6.1=1+2 6.2=8+4 6.3=2+2 6.4=2+2
  6.5=0+5 6.6=0+3 6.8=0+4 7.1=0+3 7.2=4+0 7.3=0+2 7.4=2+3 7.5=0+2 7.6=0+2 8.1=1+1 8.2=2+1 8.3=1+0 8.4=0+1
  9.1=3+0 9.2=1+3 10.1=0+2 10.2=0+2 10.3=0+4 10.4=5+6 10.5=0+5 10.6=0+2 10.7=0+3 11.1=0+2 11.2=0+3 11.3=2+1
  11.4=1+3 11.5=0+1 11.6=0+1 12.1=1+2 12.2=2+0 12.3=0+4 13.1=0+1 13.2=0+5 13.3=0+2 13.4=1+4 14.1=0+2 14.2=1+3
  14.3=1+2 15.1=1+2 15.2=1+2 15.3=1+6 16.1=0+1 16.2=0+5 16.3=0+4 16.4=0+3 16.5=0+3 17.1=0+1 17.2=0+4 17.3=0+2
`;

/** All of a level, such as `1.2.4`. */
function requirementsOf(level: 1 | 2): string[] {
  return [...sections.matchAll(/(\S+)=(\d)\+(\d+)/g)].flatMap(([, section = '', first, second]) => {
    const [start, count] = level === 1 ? [1, Number(first)] : [1 + Number(first), Number(second)];
    return Array.from({ length: count }, (_, index) => `${section}.${start + index}`);
  });
}
