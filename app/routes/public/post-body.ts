export type PostSection = { id: string; heading: string };

/**
 * A post's clean HTML made ready for its page: headings stand below the page's own title and can be linked to, and what
 * is wider than the column scrolls inside itself, also by keyboard.
 *
 * @param html sanitised: attributes hold no `<` or `>`, and ids have a prefix of their own.
 */
export function layOutBody(html: string): { html: string; sections: PostSection[] } {
  const sections: PostSection[] = [];
  const laidOut = withoutFirstLevel(html)
    .replace(/<h2\b([^>]*)>(.*?)<\/h2>/gs, (whole, attributes: string, inner: string) => {
      const heading = textOf(inner);
      if (heading === '') return whole;
      const own = /\sid="([^"]*)"/.exec(attributes)?.[1];
      const id = own ?? `section-${sections.length + 1}`;
      sections.push({ id: textOf(id), heading });
      return own === undefined ? `<h2 id="${id}"${attributes}>${inner}</h2>` : whole;
    })
    .replaceAll(/<table\b/g, '<div class="wide" role="group" aria-label="Table" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<pre\b/g, '<pre tabindex="0"')
    .replaceAll(/<img\b(?![^>]*\bloading=)/g, '<img loading="lazy" decoding="async"');
  return { html: laidOut, sections };
}

/** The page has one title: where the body uses the first level, every level moves one down. */
function withoutFirstLevel(html: string): string {
  if (!/<h1\b/.test(html)) return html;
  return html.replace(
    /<(\/?)h([1-5])\b/g,
    (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`,
  );
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
