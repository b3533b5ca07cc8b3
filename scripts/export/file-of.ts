/**
 * Where the body of an address is kept: `/blog` in `site/blog.html`, and `/blog?page=2` in `query/page=2/blog.html`, so that a
 * plain file server serves `site` and only pages with a query need a rule.
 *
 * @param address path and query of an address of this site
 * @returns a path below the folder of the export, null when the address has no safe name
 */
export function fileOf(address: string, contentType: string): string | null {
  const url = new URL(address, 'http://site');
  const path = decodedPath(url.pathname);
  const query = url.search.slice(1);
  if (path === null || !/^[\w=&,.-]*$/.test(query) || query.startsWith('.')) return null;
  const name = path.endsWith('/') ? `${path}index` : path;
  const isPage = contentType.startsWith('text/html');
  return `${query === '' ? 'site' : `query/${query}`}${name}${isPage && !name.endsWith('.html') ? '.html' : ''}`;
}

function decodedPath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return /^(?:\/[^/\0\\]*)+$/.test(decoded) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}
