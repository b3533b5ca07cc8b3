/** The text of the loading indicator for a page. */
export function loadingText(pathname: string): string {
  if (/^\/(blog(\/(category|tag)\/.*)?|search)$/.test(pathname)) return 'Loading posts...';
  return pathname.startsWith('/blog/') ? 'Loading post...' : 'Loading...';
}
