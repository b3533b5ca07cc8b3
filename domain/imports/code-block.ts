import { escapeHtml } from '#domain/html/escape-html.ts';

/** Code as a block of HTML with every character, without the line breaks around it. */
export function codeBlock(code: string, language: string): string {
  const named = /^(?:plain|text|)$/i.test(language)
    ? ''
    : ` class="language-${escapeHtml(language.toLowerCase())}"`;
  return `<pre><code${named}>${escapeHtml(code.replace(/^[ \t]*\n/, '').trimEnd())}</code></pre>`;
}
