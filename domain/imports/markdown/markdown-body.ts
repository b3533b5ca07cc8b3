import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import { replaceBetween } from '../replace-between.ts';

/** Markdown in which what only Hugo, Jekyll or MDX understand is resolved. Code stays as it is. */
export function markdownBody(markdown: string, notes: ImportNote[]): string {
  const text = replaceBetween(
    markdown.replaceAll('\r\n', '\n'),
    '{% highlight',
    '{% endhighlight %}',
    fenced,
  );
  const lines = text.split('\n');
  let fence = '';
  return lines
    .map((line) => {
      const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
      if (mark !== '' && (fence === '' || mark.startsWith(fence))) {
        fence = fence === '' ? mark : '';
        return line;
      }
      return fence === '' && !/^(?: {4}|\t)/.test(line) ? resolvedLine(line, notes) : line;
    })
    .join('\n');
}

function fenced(whole: string): string {
  const [start = '', language = ''] = /^\{% highlight\s*([\w+#-]{0,40})[^%]{0,200}%\}\n?/.exec(whole) ?? [];
  return `\n\`\`\`\`${language}\n${whole.slice(start.length, -'{% endhighlight %}'.length).trimEnd()}\n\`\`\`\`\n`;
}

function resolvedLine(line: string, notes: ImportNote[]): string {
  if (/^(?:import|export) .*(?: from ["']|[;{]\s*$)/.test(line)) {
    addNote(notes, 'left out', 'MDX: a line that imports a program');
    return '';
  }
  if (!/\{[{%]/.test(line)) return line;
  // Within code both are only text.
  return line
    .split(/(`+[^`]*`+)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutTags(part, notes)))
    .join('');
}

function withoutTags(text: string, notes: ImportNote[]): string {
  return text
    .replace(
      /\{%-?\s*(?:post_url|link)\s+([^\s%]{1,300})[^%]{0,20}%\}/g,
      (_whole, place: string) => `/${place.replace(/^_posts\//, '')}`,
    ) // prettier-ignore
    .replace(/\{\{[<%]\s*(?:rel)?ref\s+"?([^\s">]{1,300})"?[^}]{0,100}\}\}/g, '$1')
    .replace(/\{\{-?\s*(?:site|page)\.(?:base)?url\s*-?\}\}/g, '')
    .replace(
      /\{\{[<%]([^{}]{0,2000})[%>]\}\}|\{%([^{}%]{0,2000})%\}/g,
      (_whole, hugo?: string, liquid?: string) => shortcode((hugo ?? liquid ?? '').trim(), notes),
    );
}

function shortcode(written: string, notes: ImportNote[]): string {
  const [, slash = '', name = ''] = /^(\/?)\s*([\w./-]+)/.exec(written) ?? [];
  const values = new Map(
    [...written.matchAll(/([\w-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)].map(
      ([, key = '', double, single, bare]) => [key, double ?? single ?? bare ?? ''],
    ),
  );
  const [, first = ''] = /^[\w-]+\s+"?([\w-]+)"?/.exec(written) ?? [];
  const said = (key: string) => (values.get(key) ?? '').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  if (name === 'youtube')
    return `<iframe src="https://www.youtube.com/embed/${said('id') || first}"></iframe>`;
  if (name === 'vimeo')
    return `<iframe src="https://player.vimeo.com/video/${said('id') || first}"></iframe>`;
  if (name === 'figure' && values.has('src')) {
    const caption = said('caption') || said('title');
    return `<figure><img src="${said('src')}" alt="${said('alt')}">${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;
  }
  if (slash === '' && !name.startsWith('end') && !/^(?:raw|comment)$/.test(name))
    addNote(notes, 'left out', `shortcode ${name}: only the words within it were taken`);
  return '';
}
