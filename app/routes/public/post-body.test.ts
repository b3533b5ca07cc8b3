import { expect, test } from 'vitest';

import { layOutBody } from './post-body.ts';

test('second-level headings can be linked to and are listed as text', () => {
  const { html, sections } = layOutBody(
    '<h2>One &amp; <em>two</em></h2><p>x</p><h2 class="c">&lt;b&gt;</h2>',
  );
  expect(html).toBe(
    '<h2 id="section-1">One &amp; <em>two</em></h2><p>x</p><h2 id="section-2" class="c">&lt;b&gt;</h2>',
  );
  expect(sections).toEqual([
    { id: 'section-1', heading: 'One & two' },
    { id: 'section-2', heading: '<b>' },
  ]);
});

test('a heading with an anchor of its own keeps it', () => {
  const html = '<h2 id="anchor-cost">Cost</h2>';
  expect(layOutBody(html)).toEqual({ html, sections: [{ id: 'anchor-cost', heading: 'Cost' }] });
});

test('an empty heading is not listed', () => {
  expect(layOutBody('<h2> <br></h2>').sections).toEqual([]);
});

test('a first-level heading moves every level down, so the page keeps one title', () => {
  expect(layOutBody('<h1>A</h1><h2>B</h2><h5>C</h5><h6>D</h6>').html).toBe(
    '<h2 id="section-1">A</h2><h3>B</h3><h6>C</h6><h6>D</h6>',
  );
});

test('levels stay when the first is not used', () => {
  expect(layOutBody('<h3>B</h3>').html).toBe('<h3>B</h3>');
});

test('tables and code scroll inside themselves and are reached by keyboard', () => {
  expect(layOutBody('<table><tbody></tbody></table><pre><code>&lt;table&gt;</code></pre>').html).toBe(
    '<div class="wide" role="group" aria-label="Table" tabindex="0"><table><tbody></tbody></table></div>' +
      '<pre tabindex="0"><code>&lt;table&gt;</code></pre>',
  );
});
