/**
 * Ids become targets of links within the text and nothing else: with this in front they cannot shadow a property of the
 * page (`id="cookie"`) or be taken for an element of it.
 */
const anchorPrefix = 'anchor-';

/** The id under which an element of a text can be linked to; null for what can be none. */
export function anchorId(id: string): string | null {
  if (!/^[^\s]{1,200}$/.test(id)) return null;
  return withAnchorPrefix(id);
}

/** An id or the fragment of a link with the prefix, once. */
export function withAnchorPrefix(id: string): string {
  return id.startsWith(anchorPrefix) ? id : anchorPrefix + id;
}
