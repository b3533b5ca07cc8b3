import { expect, test } from 'vitest';

import { cleanHtml } from '#domain/html/html.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import type { ImportNote } from '../import-report.ts';
import { bodyHtml } from './body-html.ts';
import { markdownBody, type Options } from './markdown-body.ts';

const jekyll = { isTemplated: true, isMdx: false, isHtml: false };

function read(markdown: string, options: Options = jekyll): { html: string; left: string } {
  const notes: ImportNote[] = [];
  const html = cleanHtml(markdownHtml(markdownBody(markdown, notes, options)));
  return { html, left: notes.map(({ what }) => what).join('\n') };
}

test.for([
  '{% comment %}\nSECRET\n\n```\nSECRET\n```\n{% endcomment %}', '{%- comment -%}SECRET{%- endcomment -%}', '{% comment %}a{% comment %}SECRET{% endcomment %}SECRET{% endcomment %}',
  '{{/* SECRET */}}', '{{- /* SECRET\n\nSECRET */ -}}', '{{< comment >}}SECRET{{< /comment >}}', '{{% comment %}}SECRET{{% /comment %}}', '{{<hide>}}SECRET{{</hide>}}',
  '{{! SECRET }}', '{{!-- SECRET }} SECRET --}}', '{# SECRET #}', '{#- SECRET\nSECRET -#}', '{::comment}\nSECRET\n{:/comment}', '{::comment}\nSECRET\n{:/}',
  'a <!-- SECRET\n\nSECRET --> b', '%% SECRET %%', '%%\nSECRET\n\nSECRET\n%%', 'word %%SECRET%%', '[//]: # (SECRET (nested))', '[comment]: <> (SECRET)', '[//]: <> "SECRET" SECRET',
  '{/* SECRET\n\nSECRET */}', '::: hidden\nSECRET\n\nSECRET\n:::', 'a {>> SECRET <<} b', '- item\n\n    {% comment %}\n    SECRET\n    {% endcomment %}', '{% if user %}SECRET{% else %}SECRET{% endif %}', '{% if a %}{% if b %}SECRET{% endif %}SECRET{% endif %}',
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
  ['<pre lang="js">', '</pre>'], ['{% raw %}\n```js', '```\n{% endraw %}'], ['```js\n{% raw %}', '{% endraw %}\n```'],
] as const)('code between %s and %s is one block with its language and every character', ([start, end]) => {
  const { html } = read(`Before.\n\n${start}\n${code}\n${end}\n\nAfter.`);
  expect(html).toBe(`<p>Before.</p><pre><code class="language-js">${shown}</code></pre><p>After.</p>`);
}); // prettier-ignore

test.for([
  ['```\n{% comment %}x{% endcomment %} {{ y }}\n```', '<pre><code>{% comment %}x{% endcomment %} {{ y }}</code></pre>'],
  ['    {{ indented }}', '<pre><code>{{ indented }}</code></pre>'],
  ['Use `{{ x }}` and `%% y %%`.', '<p>Use <code>{{ x }}</code> and <code>%% y %%</code>.</p>'],
  ['<pre><code class="language-js">{{ a }} &lt;b&gt;\n\n{% b %}</code></pre>', '<pre><code class="language-js">{{ a }} &lt;b&gt;\n\n{% b %}</code></pre>'],
  ['{% raw %}{{ site.title }}{% endraw %}', '<p>{{ site.title }}</p>'],
  ['Write {{</* youtube x */>}}.', '<p>Write {{&lt; youtube x &gt;}}.</p>'],
  ['import React from "react"\n\nWe also\nexport { goods } from "there";', '<p>import React from "react"</p><p>We also\nexport { goods } from "there";</p>'],
  ['!!! Wow this is it\n\na (b =3 ) [[c]] [d](e =f)', '<p>!!! Wow this is it</p><p>a (b =3 ) [[c]] [d](e =f)</p>'],
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
  ['![a]({{ "/b.png" | relative_url }}){: width="3"}', '<img src="/b.png"'], ['![a]({{ site.baseurl }}/b.png)', '<img src="/b.png"'], ['![a]({% link b.png %})', '<img src="/b.png"'], ['[a]({{ site.baseurl }}{% post_url /2020-01-02-b %})', 'href="/2020-01-02-b"'],
  ['{% include figure.html src="/b.png" caption="Cap" %}', '<img src="/b.png" alt=""><figcaption>Cap'], ["{% img left /b.png 3 4 'Cap' 'alt words' %}", 'alt="alt words"><figcaption>Cap'],
  ['{% asset_img b.png A cap %}', '<img src="b.png" alt=""><figcaption>A cap'], ['{{< figure src="/b.png" title="T" >}}', '<figcaption>T'],
  ['{% youtube lJIrF4YjHfQ %}', 'youtube-nocookie.com/embed/lJIrF4YjHfQ'], ['{{< vimeo 146022717 >}}', 'player.vimeo.com/video/146022717'], ['{% gist 9 %}', 'href="https://gist.github.com/9"'],
  ['{% embed https://a.test/b %}', 'href="https://a.test/b"'], ['{% blockquote Ann http://a.test %}\nSaid **it**\n{% endblockquote %}', '<strong>it</strong>'],
  ['{{% notice tip %}}\nA **b**\n{{% /notice %}}', '<aside class="block-tip">'], [':::warning[Look out]\n\nA\n:::', '<aside class="block-warning"><p><strong>Look out</strong>'], ['::: tip\n- a\n:::', '<aside class="block-tip">'],
  ['{% note(title="x") %}\nA\n{% end %}', '<aside class="block-note">'], ['{{ youtube(id="lJIrF4YjHfQ") }}', 'embed/lJIrF4YjHfQ'], ['{% tweet https://a.test/1 %}', 'href="https://a.test/1"'], ['{% youtube "https://youtu.be/lJIrF4YjHfQ" %}', 'embed/lJIrF4YjHfQ'],
  ['![a](b.png){width=50%}', '<img src="b.png"'], ['[[toc]]', '<hr class="block-contents">'], ['[TOC]', '<hr class="block-contents">'], ['<div markdown="1">\n**b**\n</div>', '<strong>b</strong>'],
  ['![a](/b.png =200x)', '<img src="/b.png" alt="a">'], ['![a](/b.png "Cap" =20x30)', '<img src="/b.png" alt="a" title="Cap">'], ['![a](/b.png){ width=300 }', '<img src="/b.png" alt="a"></p>'],
  ['!!! note "Look **out**"\n    A\n\n    - b', '<aside class="block-note"><p><strong>Look <strong>out'], ['!!! danger\n\n    !!! tip\n        b', '<aside class="block-tip"><p>b'], ['1. a\n\n    !!! info inline\n        b', '<aside class="block-note">'],
  ['!!! bug\n    b', '<aside class="block-warning">'], ['!!! other\n    b', '<strong>other</strong>'], ['??? note "Open"\n    b', '<details><summary>Open</summary>'], ['=== "Tab"\n\n    ```js\n    a\n    ```', '<code class="language-js">'],
  ['{{< details "Sum up" >}}\n**b**\n{{< /details >}}', '<details><summary>Sum up</summary>'], ['{% callout(type="warning") %}\nb\n{% end %}', '<aside class="block-warning">'], ['{{< alert >}} b', '<p> b'], ['{{< mermaid >}}\na-->b\n{{< /mermaid >}}', '<code class="language-mermaid">a--&gt;b'],
  ['{% cq %}b{% endcq %}', '<blockquote>'], ['{% link words https://a.test/b %}', 'href="https://a.test/b"'], ['{% asset_link b.pdf A b %}', '<a href="b.pdf">A b'], ['{% image "./b.png", "alt words" %}', '<figcaption>alt words'],
  ["{% responsive_image path: a/b.png alt: 'A' caption: \"C\" %}", '<img src="a/b.png" alt="A"><figcaption>C'], ['{% fancybox /b.png C d %}', '<img src="/b.png" alt=""><figcaption>C d'],
] as const)('a mark that means something is read: %j', ([markdown, wanted]) => {
  const html = markdownHtml(markdownBody(`${markdown}\n\nEnd.`, [], jekyll));
  expect(html).toContain(wanted);
  expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/\{[:#{%]/);
}); // prettier-ignore

test('links and images of Obsidian lead to the file of their name, other brackets stay', () => {
  const fileNamed = (name: string) => ({ 'b.png': 'x/b.png', 'A note': 'x/A note.md' })[name] ?? null;
  const links = '![[b.png|200]] ![[b.png|Words]] [[A note#Head|it]] [[gone]] [[ -f a ]] `[[A note]]`';
  expect(markdownHtml(markdownBody(links, [], { ...jekyll, fileNamed })).trim()).toBe(
    '<p><img src="/x/b.png" alt=""> <img src="/x/b.png" alt="Words"> <a href="/x/A%20note.md">it</a> [[gone]] [[ -f a ]] <code>[[A note]]</code></p>',
  );
});

test('a mark that says nothing here is left out and named', () => {
  const { html, left } = read(
    '{{ page.title }} A.\n{: .big}\n\n{% include_code test.js %}\n\n*[HTML]: Hyper\n\n5 %% of 9 %%',
  );
  expect(html).toBe('<p> A.</p><p>5 </p>');
  expect(left).toMatch(/page\.title[^]*\.big[^]*include_code test\.js[^]*comment %%/);
});

test.for([
  ['import A from "./a"\nexport const b = {\n  c: 1\n}\n\nWords\nexport {/* SECRET */}nothing {"quoted"} {a.b}.', '<p>Words\nexport nothing quoted .</p>', 'MDX: lines of a program\nMDX: {a.b}'],
  ['export const b = {\n\n  c: 1,\n}\n\nWords', '<p>Words</p>', 'MDX: lines of a program'],
  ['A {list.map((x) => <li>{x}</li>)} b', '<p>A  b</p>', 'MDX: {list.map((x) => <li>{x}</li>)}'],
  ['<Box size={1}>\n\nIn **it**\n\n</Box>', '<p>In <strong>it</strong></p>', 'shortcode box size={1}: only the words within it were taken'],
  ["<a href={require('./b.pdf').default} title={'A'}>b</a>", '<p><a href="./b.pdf" title="A">b</a></p>', ''],
  ['<YouTube id="lJIrF4YjHfQ" />', '<iframe src="https://www.youtube-nocookie.com/embed/lJIrF4YjHfQ" title="YouTube video"></iframe>', ''],
] as const)('a program in MDX is left out and named, words that begin in the same way stay: %j', ([mdx, html, left]) => {
  const found = read(mdx, { isTemplated: false, isMdx: true, isHtml: false });
  expect({ ...found, left: found.left.replaceAll(/ {2,}/g, ' ') }).toEqual({ html, left });
}); // prettier-ignore

test.for([
  ['> [!NOTE]\n> A **b**', '<aside class="block-note"><p>A <strong>b</strong></p></aside>'],
  ['> [!warning]- Title\n> b', '<aside class="block-warning"><p>Title\nb</p></aside>'],
  ['> [!quoted]', '<blockquote><p>[!quoted]</p></blockquote>'],
  ['![a](/b.png "Cap")', '<figure><img src="/b.png" alt="a"><figcaption>Cap</figcaption></figure>'],
  ['[![a](/b.png "Cap")](https://a.test/)', '<figure><a href="https://a.test/"><img src="/b.png" alt="a"></a><figcaption>Cap</figcaption></figure>'],
  ['# Head {#own}', '<h1 id="own">Head </h1>'],
] as const)('a block in the form of another program becomes ours: %j', ([markdown, html]) => {
  expect(bodyHtml('a.md', markdown, [], { isTemplated: true }).replaceAll(/(?<=>)\n|\n(?=<)/g, '')).toBe(html);
}); // prettier-ignore
