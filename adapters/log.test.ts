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

test('a line has the text that JSON.stringify gives its fields', () => {
  const { written, lines } = collect();
  const fields = {
    path: '/blog/plain',
    quoted: 'a "b" \\ c',
    control: '\u0000\n\u2028é',
    half: '\ud800',
    ms: 1.5,
    none: undefined,
    infinite: Infinity,
    isCutOff: true,
    list: [1, { deep: null }],
    at: new Date(0),
  };
  createLog({ level: 'info', lines }).info('request', fields);
  const { time } = JSON.parse(written[0] ?? '');
  expect(written[0]).toBe(`${JSON.stringify({ level: 'info', time, ...fields, msg: 'request' })}\n`);
});

test('fields given as a text stand in the line as they are', () => {
  const { written, lines } = collect();
  createLog({ level: 'info', lines }).info('request', '"status":200,"ms":0.1');
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ status: 200, ms: 0.1, msg: 'request' });
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
