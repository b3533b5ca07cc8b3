import { expect, test } from 'vitest';

import type { ImportNote } from '../import-report.ts';
import { wordpressBody } from './wordpress-body.ts';

const noAttachments = { byId: new Map(), byPost: new Map() };

test('a numbered comment of the text does not repeat what is held back while lines become paragraphs', () => {
  const content = `<pre>kept</pre>\n\n<!--0-->\n\nwords<!--0-->`;
  expect(wordpressBody(content, '1', noAttachments, [])).toBe('<pre>kept</pre>\n<p>words</p>');
});

test('of very many different shortcodes the first hundred are named, and the others counted', () => {
  const notes: ImportNote[] = [];
  const content = Array.from({ length: 100_000 }, (_, n) => `[code-${n} size="1"]`).join('');
  wordpressBody(content, '1', noAttachments, notes);
  expect(notes).toHaveLength(101);
  expect(notes[0]).toMatchObject({ what: 'shortcode code-0: only the words within it were taken', count: 1 });
  expect(notes.at(-1)).toEqual({ effect: 'left out', what: 'more of other kinds', count: 99_900 });
});
