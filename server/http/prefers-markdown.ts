import { readWeights } from '../responses/accept-encoding.ts';

/**
 * True if a client would rather have Markdown than HTML, by `Accept` (RFC 9110, 12.5.1): it names `text/markdown`, and
 * with a higher weight than HTML, or before it with the same. No browser does.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/markdown/i.test(accept)) return false;
  const weights = readWeights(accept);
  const markdown = weights.get('text/markdown') ?? 0;
  if (!(markdown > 0)) return false;
  const named = weights.get('text/html');
  const html = named ?? weights.get('text/*') ?? weights.get('*/*') ?? 0;
  if (markdown !== html || named === undefined) return markdown >= html;
  const order = [...weights.keys()];
  return order.indexOf('text/markdown') < order.indexOf('text/html');
}
