import { expect, test } from 'vitest';

import { cleanHtml } from '#domain/html/html.ts';
import { createLaidOutBodies } from './laid-out-bodies.ts';

test('a body is laid out once for an input, and again when those used since have taken its room', () => {
  const bodies = createLaidOutBodies(20);
  const made: string[] = [];
  const ask = (input: string) =>
    bodies(input, () => {
      made.push(input);
      return { html: cleanHtml(`<p>${input}</p>`), sections: [], showsContents: false, language: undefined };
    }).html;
  expect([ask('one'), ask('two'), ask('one')]).toEqual(['<p>one</p>', '<p>two</p>', '<p>one</p>']);
  ask('new');
  ask('new');
  ask('one');
  expect(made).toEqual(['one', 'two', 'new']);
  ask('two');
  expect(made).toEqual(['one', 'two', 'new', 'two']);
});
