import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { FilledText, fillText } from './filled-text.tsx';

test('fillText replaces every name that has a value and leaves the others', () => {
  expect(fillText('{count} of {total} in {count}', { count: 2, total: 'ten' })).toBe('2 of ten in 2');
  expect(fillText('{missing} and {}', {})).toBe('{missing} and {}');
});

test('FilledText puts elements into a text and escapes the rest', () => {
  const html = renderToStaticMarkup(
    <FilledText text="No <b> matches {query}." values={{ query: <bdi>“a”</bdi> }} />,
  );
  expect(html).toBe('No &lt;b&gt; matches <bdi>“a”</bdi>.');
});
