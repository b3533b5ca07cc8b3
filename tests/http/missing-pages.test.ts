import { expect, test } from 'vitest';

import { createClient } from '#tests/client.ts';
import { askRaw } from '#tests/raw-request.ts';
import { useProduct } from '#tests/product.ts';

const product = useProduct();
const visitor = createClient(product);
const missing = 'Oops! Page not found';

test.each(['/foo', '/foo.txt', '/foo.md', '/blog/none.md', '/sitemaps/none', '/social/none.png', '/social-card/none.png', '/accent/none', '/storage/blog-images/none/none.png', '/assets/none.js', '/.well-known/oauth-protected-resource'])(
  '%s without a page shows the 404 page to who navigates, and a line to programs',
  async (path) => {
    const answer = await visitor.get(path, { accept: 'text/html,*/*;q=0.8' });
    const navigated = await askRaw(product.origin, path, { headers: { 'sec-fetch-mode': 'navigate' } });
    for (const [status, text] of [[answer.status, await answer.text()], [navigated.status, navigated.text]] as const) {
      expect(status).toBe(404);
      expect(text).toContain(missing);
      expect(text).toContain('<footer class="site-footer">');
    }
    const text = await (await visitor.get(path)).text();
    if (path !== '/foo') expect(text.length).toBeLessThan(100);
  },
); // prettier-ignore

test('a form sent to a page without one is refused on a page with header and footer', async () => {
  for (const path of ['/', '/blog', '/rss.xml']) {
    const answer = await visitor.post(path, {}, { accept: 'text/html' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const text = await answer.text();
    expect(text).toContain('This page does not accept what was sent to it.');
    expect(text).toContain('<footer class="site-footer">');
  }
});

test('OPTIONS names methods that the address takes', async () => {
  const allowed = async (path: string) =>
    (await fetch(product.origin + path, { method: 'OPTIONS' })).headers.get('allow');
  expect(await allowed('/contact')).toBe('GET, HEAD, POST, OPTIONS');
  expect(await allowed('/mcp')).toBe('POST');
});

test('/mcp opened in a browser says what it is', async () => {
  const answer = await visitor.get('/mcp', { accept: 'text/html' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await answer.text()).toContain('This address is for programs.');
});
