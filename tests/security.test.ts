import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { contactLimits } from '#domain/messages/message-input.ts';
import { postFields } from '#domain/posts/post-fields.ts';
import { secretSettings } from '#server/config.ts';
import { connectionLimits } from '#server/http/listen.ts';
import { bodyLimitOf, bodyLimits, leastRate } from '#server/http/request-body.ts';
import { requirementsOf } from './asvs-requirements.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const security = read('docs/security.md');

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
    [...read(path).matchAll(/(?:(?<![.\w]|async )|\bclient\.)fetch\((?=[a-z])[^;]*?\)/g)].map(([call]) => ({
      path,
      call,
    })),
  );
  expect(calls.length).toBeGreaterThan(2);
  // The library of single sign-on says `manual`; tests/http/single-sign-on.test.ts sends it elsewhere.
  const byLibrary = ['adapters/single-sign-on.ts'];
  expect(
    calls.filter(({ path, call }) => !byLibrary.includes(path) && !call.includes("redirect: 'error'")),
  ).toEqual([]);
});

test('the limits of docs/operations.md are those of the code', () => {
  const table = read('docs/operations.md').split('\n## Limits\n')[1]?.split('\n## ')[0] ?? '';
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

function testsIn(evidence: string): string[] {
  return [...evidence.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path = '']) => path);
}
