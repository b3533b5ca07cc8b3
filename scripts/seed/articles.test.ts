import { expect, test } from 'vitest';

import { withoutLayout } from './articles.ts';

test('withoutLayout removes line breaks and indentation, and keeps spaces between words and in code', () => {
  const file = `<p>
  One <em>two</em>
  three<a href="/about">four</a
  >.
</p>

<ul>
  <li>
    <strong>A</strong> b
    <ul>
      <li>c</li>
    </ul>
  </li>
</ul>
<pre><code class="language-ts">if (a) {
  b();
}</code></pre>
<p>End</p>
`;
  expect(withoutLayout(file)).toBe(
    '<p>One <em>two</em> three<a href="/about">four</a>.</p>' +
      '<ul><li><strong>A</strong> b<ul><li>c</li></ul></li></ul>' +
      '<pre><code class="language-ts">if (a) {\n  b();\n}</code></pre><p>End</p>',
  );
});
