import { expect, test } from 'vitest';

import { openStatementNames } from './statement-names.ts';

function nameAfter(runs: number, text: string, nameOf = openStatementNames()) {
  let name: string | undefined;
  for (let run = 0; run < runs; run += 1) name = nameOf(text);
  return name;
}

test('a statement gets its name with the fourth run and keeps it', () => {
  const nameOf = openStatementNames();
  expect(nameAfter(3, 'select a from t where id = $1', nameOf)).toBeUndefined();
  const name = nameOf('select a from t where id = $1');
  expect(name).toBeDefined();
  expect(nameOf('select a from t where id = $1')).toBe(name);
  expect(nameAfter(4, 'select b from t where id = $1', nameOf)).not.toBe(name);
});

test('only statements on rows, and none whose columns another process can change', () => {
  for (const text of [
    'select count(*) from t',
    ' with x as (select 1) select a from x',
    'DELETE from t where id = $1',
    'select count(*) * 2 + a from t',
    'select extract(epoch from a) * 1000 from t',
  ]) {
    expect(nameAfter(4, text), text).toBeDefined();
  }
  for (const text of [
    'begin',
    'set local x = 1',
    'lock table t',
    'select * from t',
    'select count(*), t.* from t',
    'select count(*) * 2, t.* from t',
    'select "t".* from t',
    'insert into t values ($1) returning *',
    'selected',
  ]) {
    expect(nameAfter(6, text), text).toBeUndefined();
  }
});

test('names are bounded, and texts that never come back do not pile up', () => {
  const nameOf = openStatementNames();
  const named = Array.from({ length: 250 }, (_, n) => nameAfter(4, `select ${n}`, nameOf));
  expect(named.filter(Boolean)).toHaveLength(200);
  const other = openStatementNames();
  for (let n = 0; n < 3_000; n += 1) other(`select ${n}`);
  expect(nameAfter(4, 'select 1', other)).toBeDefined();
});
