import { escapeHtml } from '#domain/html/escape-html.ts';

/** An image as a block of HTML. @param caption HTML */
export function figureBlock(address: string, alt: string, caption: string, target = ''): string {
  const image = `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">`;
  const linked = target && `<a href="${escapeHtml(target)}">${image}</a>`;
  return `<figure>${linked || image}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
}

/** Code as a block of HTML with every character, without the line breaks around it. */
export function codeBlock(code: string, language: string): string {
  const named = /^(?:plain|text|)$/i.test(language)
    ? ''
    : ` class="language-${escapeHtml(language.toLowerCase())}"`;
  return `<pre><code${named}>${escapeHtml(code.replace(/^[ \t]*\n/, '').trimEnd())}</code></pre>`;
}
