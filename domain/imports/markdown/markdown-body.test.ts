import { expect, test } from 'vitest';

import { cleanHtml } from '#domain/html/html.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import type { ImportNote } from '../import-report.ts';
import { markdownBody } from './markdown-body.ts';

const jekyll = { isTemplated: true, isMdx: false, isHtml: false };

function read(markdown: string, options = jekyll): { html: string; left: string } {
  const notes: ImportNote[] = [];
  const html = cleanHtml(markdownHtml(markdownBody(markdown, notes, options)));
  return { html, left: notes.map(({ what }) => what).join('\n') };
}

test.for([
  '{% comment %}\nSECRET\n\n```\nSECRET\n```\n{% endcomment %}', '{%- comment -%}SECRET{%- endcomment -%}', '{% comment %}a{% comment %}SECRET{% endcomment %}SECRET{% endcomment %}',
  '{{/* SECRET */}}', '{{- /* SECRET\n\nSECRET */ -}}', '{{< comment >}}SECRET{{< /comment >}}', '{{% comment %}}SECRET{{% /comment %}}', '{{<hide>}}SECRET{{</hide>}}',
  '{{! SECRET }}', '{{!-- SECRET }} SECRET --}}', '{# SECRET #}', '{#- SECRET\nSECRET -#}', '{::comment}\nSECRET\n{:/comment}', '{::comment}\nSECRET\n{:/}',
  'a <!-- SECRET\n\nSECRET --> b', '%% SECRET %%', '%%\nSECRET\n\nSECRET\n%%', 'word %%SECRET%%', '[//]: # (SECRET (nested))', '[comment]: <> (SECRET)', '[//]: <> "SECRET" SECRET',
  '{/* SECRET\n\nSECRET */}', '- item\n\n    {% comment %}\n    SECRET\n    {% endcomment %}', '{% if user %}SECRET{% else %}SECRET{% endif %}', '{% if a %}{% if b %}SECRET{% endif %}SECRET{% endif %}',
  '{% capture x %}SECRET{% endcapture %}', '{% # SECRET %}', '{% comment %}SECRET without an end', '{{{- SECRET triple -}}}',
])('what the source hides is not in the text: %j', (hidden) => {
  for (const options of [jekyll, { isTemplated: true, isMdx: true, isHtml: false }])
    expect(read(`Before.\n\n${hidden}\n`, options).html).not.toContain('SECRET');
  if (!hidden.includes('without an end')) expect(read(`${hidden}\n\nAfter.`).html).toContain('After.');
}); // prettier-ignore

const code = 'if (a < b && c) {\n\n    {{ x }} "<b>" # no heading\n}';
const shown = 'if (a &lt; b &amp;&amp; c) {\n\n    {{ x }} "&lt;b&gt;" # no heading\n}';

test.for([
  ['{% highlight js %}', '{% endhighlight %}'], ['{% highlight js linenos %}', '{% endhighlight %}'], ['{% codeblock lang:js %}', '{% endcodeblock %}'],
  ['{% codeblock A title lang:js http://a.test %}', '{% endcodeblock %}'], ['{% code lang:js %}', '{% endcode %}'], ['{{< highlight js "linenos=table" >}}', '{{< /highlight >}}'],
  ['{{<highlight js>}}', '{{</highlight>}}'], ['{{% highlight js %}}', '{{% /highlight %}}'], ['{{< code lang="js" >}}', '{{< /code >}}'], ['```js', '```'], ['~~~~ js', '~~~~'],
  ['```{.js .numberLines}', '```'], ['```{js, echo=FALSE}', '```'], ['```js{1,3-4}', '```'], ['``` js A title http://a.test', '```'], ['```js title="a.js"', '```'], ['~~~', '~~~\n{: .language-js}'],
  ['{% raw %}\n```js', '```\n{% endraw %}'], ['```js\n{% raw %}', '{% endraw %}\n```'],
] as const)('code between %s and %s is one block with its language and every character', ([start, end]) => {
  const { html } = read(`Before.\n\n${start}\n${code}\n${end}\n\nAfter.`);
  expect(html).toBe(`<p>Before.</p><pre><code class="language-js">${shown}</code></pre><p>After.</p>`);
}); // prettier-ignore

test.for([
  ['```\n{% comment %}x{% endcomment %} {{ y }}\n```', '<pre><code>{% comment %}x{% endcomment %} {{ y }}</code></pre>'],
  ['    {{ indented }}', '<pre><code>{{ indented }}</code></pre>'],
  ['Use `{{ x }}` and `%% y %%`.', '<p>Use <code>{{ x }}</code> and <code>%% y %%</code>.</p>'],
  ['{% raw %}{{ site.title }}{% endraw %}', '<p>{{ site.title }}</p>'],
  ['Write {{</* youtube x */>}}.', '<p>Write {{&lt; youtube x &gt;}}.</p>'],
  ['import React from "react"\n\nWe also\nexport { goods } from "there";', '<p>import React from "react"</p><p>We also\nexport { goods } from "there";</p>'],
  ['100%% sure, {not a mark} and 5 {#} here', '<p>100%% sure, {not a mark} and 5 {#} here</p>'],
] as const)('words that only look like marks stay: %j', ([markdown, html]) => {
  expect(read(markdown)).toEqual({ html, left: '' });
}); // prettier-ignore

test('a text of no generator keeps what only generators read', () => {
  const { html } = read('The {{ site.url }} of {% name %}.', {
    isTemplated: false,
    isMdx: false,
    isHtml: false,
  });
  expect(html).toBe('<p>The {{ site.url }} of {% name %}.</p>');
});

test.for([
  ['## Head {#own-id}', 'id="own-id"'], ['## Head {#own-id .x}', 'id="own-id"'], ['## Head\n{: #own-id .x}', 'id="own-id"'], ['[a](/b){: #own-id}', 'id="own-id"'],
  ['* TOC\n{:toc}', '<hr class="block-contents">'], ['| a |\n|---|\n| 1 |\n{: .x}', '<td>1</td>'], ['A.\n{: .x}', '<p>A.'],
  ['![a]({{ "/b.png" | relative_url }}){: width="3"}', '<img src="/b.png"'], ['![a]({{ site.baseurl }}/b.png)', '<img src="/b.png"'], ['![a]({% link b.png %})', '<img src="/b.png"'],
  ['{% include figure.html src="/b.png" caption="Cap" %}', '<img src="/b.png" alt=""><figcaption>Cap'], ["{% img left /b.png 3 4 'Cap' 'alt words' %}", 'alt="alt words"><figcaption>Cap'],
  ['{% asset_img b.png A cap %}', '<img src="b.png" alt=""><figcaption>A cap'], ['{{< figure src="/b.png" title="T" >}}', '<figcaption>T'],
  ['{% youtube lJIrF4YjHfQ %}', 'youtube-nocookie.com/embed/lJIrF4YjHfQ'], ['{{< vimeo 146022717 >}}', 'player.vimeo.com/video/146022717'], ['{% gist 9 %}', 'href="https://gist.github.com/9"'],
  ['{% embed https://a.test/b %}', 'href="https://a.test/b"'], ['{% blockquote Ann http://a.test %}\nSaid **it**\n{% endblockquote %}', '<strong>it</strong>'],
  ['{{% notice tip %}}\nA **b**\n{{% /notice %}}', '<aside class="block-tip">'],
] as const)('a mark that means something is read: %j', ([markdown, wanted]) => {
  const html = markdownHtml(markdownBody(`${markdown}\n\nEnd.`, [], jekyll));
  expect(html).toContain(wanted);
  expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/\{[:#{%]/);
}); // prettier-ignore

test('a mark that says nothing here is left out and named', () => {
  const { html, left } = read(
    '{{ page.title }} A.\n{: .big}\n\n{% include_code test.js %}\n\n*[HTML]: Hyper',
  );
  expect(html).toBe('<p> A.</p>');
  expect(left).toMatch(/page\.title[^]*\.big[^]*include_code test\.js/);
});

test('lines of MDX that are a program are left out and named, words that begin in the same way stay', () => {
  const mdx =
    'import A from "./a"\nexport const b = {\n  c: 1\n}\n\nWords\nexport {/* SECRET */}nothing {"quoted"} {a.b}.';
  expect(read(mdx, { isTemplated: false, isMdx: true, isHtml: false })).toEqual({
    html: '<p>Words\nexport nothing quoted .</p>',
    left: 'MDX: lines of a program\nMDX: {a.b}',
  });
});
