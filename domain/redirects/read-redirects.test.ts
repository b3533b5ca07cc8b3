import { expect, test } from 'vitest';

import { csv } from '#domain/text/csv.ts';
import { readRedirects } from './import-redirects.ts';

const read = (file: string) => readRedirects(file, 'https://firm.example');

test('a file with named columns is read in any order', () => {
  const { rules, problems } = read(
    '\uFEFFStatus,Hits,To,From\r\n302,5,/new,/old\r\n,,/x,/y/*\r\n410,,,/gone\r\n',
  );
  expect(problems).toEqual([]);
  expect(rules).toEqual([
    { source: '/old', isPrefix: false, status: 302, target: '/new', row: 2 },
    { source: '/y', isPrefix: true, status: 301, target: '/x', row: 3 },
    { source: '/gone', isPrefix: false, status: 410, target: null, row: 4 },
  ]);
});

test('a file without names is read as from, to, status; semicolons too', () => {
  expect(read('/old;/new;308\n').rules).toMatchObject([{ source: '/old', target: '/new', status: 308 }]);
  expect(read('/old,/new').rules).toMatchObject([{ source: '/old', target: '/new', status: 301 }]);
});

test('what the export guards against spreadsheets is read back', () => {
  const { rules } = read(
    csv([
      ['From', 'To', 'Status'],
      ['/old', '/new', 301],
    ]),
  );
  expect(rules).toMatchObject([{ source: '/old', target: '/new' }]);
});

test('every row that is wrong is named, blank ones are passed over', () => {
  const { rules, problems } = read('From,To\n/a,/b\n\nbad,//evil.test\n/admin,/x\n/A,/c\n');
  expect(rules).toHaveLength(1);
  expect(problems.map(({ row }) => row)).toEqual([4, 4, 5, 6]);
  expect(problems.at(-1)?.message).toBe('/a is in row 2 already.');
});

test('more rows than there may be redirects are refused before they are read', () => {
  const { rules, problems } = read('/a,/b\n'.repeat(10_001));
  expect(rules).toEqual([]);
  expect(problems).toEqual([
    { row: 1, message: 'This file has 10,001 rows; at most 10,000 redirects are possible.' },
  ]);
});
