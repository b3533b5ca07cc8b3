import { expect, test } from 'vitest';

import { createLog, describeError } from './log.ts';

function collect() {
  const written: string[] = [];
  return {
    written,
    lines: { write: (line: string) => void written.push(line), startWriting() {}, flush: async () => {} },
  };
}

test('a line is one JSON object with a UTC time, a level word, the message and the fields', () => {
  const { written, lines } = collect();
  createLog({ level: 'info', lines }).info('Sent\n{"level":"error"}', { part: 'mail', count: 2 });

  expect(written).toHaveLength(1);
  expect(written[0]?.trimEnd()).not.toContain('\n');
  expect(JSON.parse(written[0] ?? '')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    part: 'mail',
    count: 2,
    msg: 'Sent\n{"level":"error"}',
  });
});

test('lines below the level are not written', () => {
  const { written, lines } = collect();
  createLog({ level: 'warn', lines }).info('quiet');
  expect(written).toEqual([]);
});

test('of a database error the row it complains about is not written down', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@firm.example)',
  });
  const described = JSON.stringify(describeError(new Error('outer', { cause: error })));
  expect(described).toContain('23505');
  expect(described).not.toContain('ann@firm.example');
});
