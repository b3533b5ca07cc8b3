import { expect, test } from 'vitest';

import { replaceTyped } from './typography.ts';

/** The text after each of its characters was typed. */
function type(text: string, language: string | null): string {
  let written = '';
  for (const character of text) {
    written += character;
    const found = replaceTyped(written, language);
    if (found) written = written.slice(0, -found.typed.length) + found.replacement;
  }
  return written;
}

test.each([
  ['en', '“It’s ‘so?’” — (“he said”)…'],
  ['de-AT', '„It’s ‚so?‘“ – („he said“)…'],
  ['fr', '«\u00A0It’s ‹\u00A0so?\u00A0›\u00A0» — («\u00A0he said\u00A0»)…'],
  ['xx', '“It’s ‘so?’” — (“he said”)…'],
  [null, '“It’s ‘so?’” — (“he said”)…'],
])('typed quotes, dashes and dots become those of %s', (language, written) => {
  expect(type(`"It's 'so?'" -- ("he said")...`, language)).toBe(written);
});

test.each(['""', "''", 'a....', '--', 'a - b'])(
  '%s stays as it is after a straight first character',
  (text) => {
    expect(replaceTyped(text, 'en')).toBe(null);
  },
);
