import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
  email,
  isId,
  optionalLine,
  parseInput,
  requiredLine,
  requiredText,
  webAddress,
  withoutControls,
} from './fields.ts';

const schema = z.object({
  title: requiredLine('Title', 10),
  note: optionalLine('Note', 5),
  text: requiredText('Text', 9),
});
const good = { title: 'a', text: 'b' };

test('parseInput throws the first message about each wrong field, by the name of the field', () => {
  expect.assertions(1);
  try {
    parseInput(schema, { title: '', note: 'too long', text: 'b' });
  } catch (error) {
    expect(error).toMatchObject({
      kind: 'invalid',
      message: 'Please enter title.',
      fieldErrors: { title: 'Please enter title.', note: 'Note must be at most 5 characters long.' },
    });
  }
});

describe('lines', () => {
  test('are trimmed, and spaces within become one', () => {
    expect(parseInput(schema, { ...good, title: '  a \n b ' }).title).toBe('a b');
  });

  test('a missing, null or empty optional one is null', () => {
    for (const note of [undefined, null, '', '   '])
      expect(parseInput(schema, { ...good, note }).note).toBeNull();
    expect(parseInput(schema, good).note).toBeNull();
  });

  test.for([undefined, null, '', ' ', '\u00A0', '\u200B', '\u202E\uFE0F', '\u2060 \u3164'])(
    'a required one in which nothing can be seen (%j) is refused with a message',
    (nothing) => {
      expect(() => parseInput(schema, { ...good, title: nothing })).toThrow('Please enter title.');
      expect(() => parseInput(schema, { ...good, text: nothing })).toThrow('Please enter text.');
    },
  );

  test('length is counted in characters, not in code units', () => {
    expect(parseInput(schema, { ...good, title: '𝒳'.repeat(10) }).title).toHaveLength(20);
    expect(() => parseInput(schema, { ...good, title: 'x'.repeat(11) })).toThrow('at most 10 characters');
  });

  test.for([[['a', 'b']], [{ toString: () => 'a' }], [7]])('%o is not text', ([title]) => {
    expect(() => parseInput(schema, { ...good, title })).toThrow('Please');
  });

  test('text keeps its lines', () => {
    expect(parseInput(schema, { ...good, text: ' a\r\nb\rc ' }).text).toBe('a\nb\nc');
  });
});

test('withoutControls: what PostgreSQL or XML cannot hold is taken out, nothing else', () => {
  expect(withoutControls('a\u0000b\u0008c\u001Fd\u007Fe\tf\ng\uD800h\uFFFFi')).toBe('abcde\tf\ng\uFFFDhi');
  expect(withoutControls('שלום 👩‍👩‍👧 e\u0301')).toBe('שלום 👩‍👩‍👧 e\u0301');
});

describe('email', () => {
  const parse = (text?: string) => parseInput(z.object({ email }), { email: text }).email;

  test('a missing one is refused like an invalid one', () => {
    expect(() => parse()).toThrow('Please enter a valid email address.');
  });

  test.for(['a@b.test', 'First.Last+tag@sub.example.org', "o'hara@x.io"])('%s is one', (text) => {
    expect(parse(text)).toBe(text.toLowerCase());
  });

  test.for([
    '',
    'a',
    'a@',
    '@b',
    'a b@c.d',
    'a@b',
    'a@-b.test',
    'a@b.test\nBcc: x@y.test',
    '"a"@b.test',
    `${'a'.repeat(65)}@b.test`,
  ])('%o is none', (text) => {
    expect(() => parse(text)).toThrow('Please enter a valid email address.');
  });

  test('a megabyte is checked without backtracking', () => {
    expect(() => parse(`${'a.'.repeat(500_000)}@`)).toThrow();
  });
});

test('an id is a uuid and nothing else', () => {
  expect(isId('c34b6da5-e208-49ff-bbbd-1680fe371527')).toBe(true);
  for (const text of [
    '',
    '1',
    "' or 1=1",
    'c34b6da5e20849ffbbbd1680fe371527',
    'c34b6da5-e208-49ff-bbbd-1680fe371527\n',
  ]) {
    expect(isId(text)).toBe(false);
  }
});

describe('webAddress', () => {
  const address = z.object({ at: webAddress('Address', 40) });

  test.for([
    [' https://Firm.example/a b#part ', 'https://firm.example/a%20b'],
    ['HTTP://firm.example', 'http://firm.example/'],
    ['', null],
    [undefined, null],
  ])('reads %j as %j', ([typed, expected]) => {
    expect(parseInput(address, { at: typed }).at).toBe(expected);
  });

  test.for([
    '/blog/a',
    '//firm.example/a',
    'firm.example',
    'ftp://firm.example/',
    'javascript:alert(1)',
    'https://',
    'https://user:password@firm.example/',
    'https://firm.example:99999/',
    // Longer than the maximum only as it is written.
    'https://firm.example/ééééééééé',
  ])('refuses %j', (typed) => {
    expect(() => parseInput(address, { at: typed })).toThrow(
      'Address must be a whole address that begins with https:// or http://.',
    );
  });
});
