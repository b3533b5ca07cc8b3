/**
 * True if a client would rather have Markdown than HTML, by `Accept` (RFC 9110, 12.5.1): it names `text/markdown`, and
 * with a higher weight than HTML, or before it with the same. No browser does.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/markdown/i.test(accept)) return false;
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.map((part) => /^q\s*=\s*([\d.]{1,5})$/.exec(part)?.[1]).find(Boolean);
      return { type, weight: Number(weight ?? 1) };
    });
  const markdown = ranges.find(({ type }) => type === 'text/markdown');
  if (!markdown || !(markdown.weight > 0)) return false;
  const named = ranges.find(({ type }) => type === 'text/html');
  const html =
    named ?? ranges.find(({ type }) => type === 'text/*') ?? ranges.find(({ type }) => type === '*/*');
  if (html === undefined || markdown.weight !== html.weight) return markdown.weight > (html?.weight ?? 0);
  return named === undefined || ranges.indexOf(markdown) < ranges.indexOf(named);
}
