import { globSync } from 'node:fs';

import { expect, test } from 'vitest';

import { project, readText } from '#tests/project.ts';

/** SQL that changes rows, or locks them until they are changed. */
const changes = /\b(?:insert into|update|delete from|merge into|create|drop|truncate|for share|nextval)\b/i;

const functionsThatWrite = globSync('db/functions/*.sql', { cwd: project }).flatMap((file) => {
  const body = readText(file).replaceAll(/create or replace function|drop function if exists/g, '');
  return changes.test(body) || /\bperform\b/.test(body) ? [/(\w+)\.sql$/.exec(file)?.[1] ?? ''] : [];
});
const callsOne = new RegExp(`\\b(?:${functionsThatWrite.join('|')})\\(`);

/** A call of a helper of `outcome.ts` with the beginning of what follows it, up to the next statement of the file. */
const reading = /\b(?:allRows|firstRow|oneRow|hasRow)(?:<[^`;]*?>)?\(\w+\)\s*`([^;]*?)`(?=[;,)\n]|\.)/g;

test('a statement that does not say that it writes only reads', () => {
  const statements = globSync('{db,domain}/**/*.ts', { cwd: project, exclude: ['**/*.test.ts'] }).flatMap(
    (file) => Array.from(readText(file).matchAll(reading), ([, text = '']) => ({ file, text })),
  );
  expect(statements.length).toBeGreaterThan(40);
  expect(functionsThatWrite).toContain('count_views');
  expect(statements.filter(({ text }) => changes.test(text) || callsOne.test(text))).toEqual([]);
});
