/** What is said while a page is on its way. */
export function loadingText(pathname: string): string {
  if (/^\/(blog(\/(category|tag)\/.*)?|search)$/.test(pathname)) return 'Loading posts...';
  return pathname.startsWith('/blog/') ? 'Loading post...' : 'Loading...';
}
