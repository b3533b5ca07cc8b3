import { randomUUID } from 'node:crypto';

import { act, everybody, noOne, read, slugOf, type Row } from './row.ts';

/** The public site. */
export const publicRows: readonly Row[] = [
  read('public/home/home.tsx', '/', everybody),
  read('public/about.tsx', '/about', everybody),
  read('public/blog/blog.tsx', '/blog', everybody),
  read('public/blog/blog-term.tsx', '/blog/category/{}', everybody, {
    at: async (world) => {
      const { id, slug } = await world.category();
      await world.published({ categoryId: id });
      return slug;
    },
  }),
  read('public/blog/blog-term.tsx', '/blog/tag/{}', everybody, {
    at: async (world) => {
      const { id, slug } = await world.tag();
      await world.published({ tagIds: [id] });
      return slug;
    },
  }),
  read('public/blog/author.tsx', '/authors/{}', everybody, {
    at: async (world) => {
      const { id, slug } = await world.author();
      await world.published({ publicAuthorId: id });
      return slug;
    },
  }),
  read('public/post/blog-post.tsx', '/blog/{}', everybody, { at: slugOf((world) => world.published()) }),
  read('public/post/blog-post.tsx', '/blog/{}', noOne, {
    what: 'read a draft as a visitor',
    at: slugOf((world) => world.draft()),
  }),
  read('public/page/plain-page.tsx', '/{}', everybody, { at: slugOf((world) => world.plainPage()) }),
  read('public/work/work.tsx', '/work', everybody, {
    at: async (world) => {
      await world.caseStudy();
      return '';
    },
  }),
  read('public/work/case-study.tsx', '/work/{}', everybody, { at: slugOf((world) => world.caseStudy()) }),
  read('public/discovery/post-markdown.ts', '/blog/{}.md', everybody, {
    at: slugOf((world) => world.published()),
  }),
  read('public/discovery/post-markdown.ts', '/blog/{}.md', noOne, {
    what: 'read a draft as Markdown',
    at: slugOf((world) => world.draft()),
  }),
  read('public/discovery/post-markdown.ts', '/{}.md', everybody, {
    at: slugOf((world) => world.plainPage()),
  }),
  read('public/discovery/post-markdown.ts', '/work/{}.md', everybody, {
    at: slugOf((world) => world.caseStudy()),
  }),
  read('public/post/shared-post.tsx', '/preview/{}', everybody, { at: (world) => world.shared() }),
  read('public/post/shared-post.tsx', '/preview/made-up', noOne),
  read('public/blog/search.tsx', '/search', everybody),
  read('public/forms/contact.tsx', '/contact', everybody),
  act('send a message', 'public/forms/contact.tsx', '/contact', everybody, {
    // The same message a second time is the first one.
    send: () => ({ name: 'A', email: 'a@firm.test', subject: 'S', message: randomUUID() }),
  }),
  read('public/forms/jv-program.tsx', '/jv-program', everybody),
  act('apply to the JV program', 'public/forms/jv-program.tsx', '/jv-program', everybody, {
    send: () => ({
      name: 'A',
      email: 'a@firm.test',
      phone: '',
      industry: 'I',
      businessStage: 'idea',
      fundingToDate: '',
      problemDescription: randomUUID(),
    }),
  }),
  read('public/newsletter/newsletter.tsx', '/newsletter', everybody),
  act('sign up for the newsletter', 'public/newsletter/newsletter.tsx', '/newsletter', everybody, {
    send: () => ({ email: `${randomUUID()}@firm.test` }),
  }),
  read('public/newsletter/newsletter-link.tsx', '/newsletter/confirm?token=x', everybody),
  act('confirm by a made-up link', 'public/newsletter/newsletter-link.tsx', '/newsletter/confirm', noOne, {
    send: () => ({ token: 'x' }),
  }),
  read('public/newsletter/newsletter-link.tsx', '/newsletter/unsubscribe?token=x', everybody),
  act(
    'unsubscribe with a made-up link',
    'public/newsletter/newsletter-link.tsx',
    '/newsletter/unsubscribe',
    noOne,
    { send: () => ({ token: 'x' }) },
  ),
  read('email-events.ts', '/api/email-events/postmark/x', noOne),
  act('report a bounce with a made-up token', 'email-events.ts', '/api/email-events/postmark/x', noOne, {
    send: () => ({ email: 'a@firm.test' }),
    isJson: true,
  }),
  read('public/legal/legal-page.tsx', '/privacy', everybody),
  read('public/legal/legal-page.tsx', '/terms', everybody),
  read('public/legal/legal-page.tsx', '/cookies', everybody),
  read('public/not-found.tsx', '/no-such-page', noOne),
  read('public/discovery/feed.ts', '/rss.xml', everybody),
  read('public/discovery/feed.ts', '/work/rss.xml', everybody),
  read('public/api/openapi.ts', '/api/v1/openapi.json', everybody),
  read('public/api/collection.ts', '/api/v1/posts', everybody),
  read('public/api/item.ts', '/api/v1/posts/no-such-post', noOne),
  read('public/discovery/sitemap.ts', '/sitemap.xml', everybody),
  read('public/discovery/sitemap.ts', '/sitemaps/999.xml', noOne),
  read('public/social-card/site-card.ts', '/social-card/none.png', noOne),
  read('public/brand/accent.ts', '/accent/b3390c-ff9a5c.css', everybody),
  read('public/brand/accent.ts', '/accent/red-ff9a5c.css', noOne),
  read('public/social-card/social-card.ts', '/social/no-such-post-0000000000.png', noOne),
  read('public/discovery/security-txt.ts', '/.well-known/security.txt', everybody, {
    shows: 'Contact: mailto:security@firm.test',
  }),
  // With an issuer: tests/http/mcp.test.ts.
  read('public/discovery/protected-resource.ts', '/.well-known/oauth-protected-resource', noOne),
  read('public/discovery/protected-resource.ts', '/.well-known/oauth-protected-resource/mcp', noOne),
  read('public/discovery/announcement-key.ts', '/0123456789abcdef0123456789abcdef.txt', noOne),
  read('public/discovery/robots.ts', '/robots.txt', everybody),
  read('public/discovery/manifest.ts', '/site.webmanifest', everybody),
  { what: 'ask whether the process lives', route: '../server/http/app.ts', path: '/healthz', may: everybody },
  { what: 'ask whether it can serve', route: '../server/http/app.ts', path: '/readyz', may: everybody },
  // A view of a public post is counted a moment later: tests/http/views.test.ts.
  {
    what: 'count a view of a draft',
    route: '../server/http/view-endpoint.ts',
    path: '/rpc/increment_post_view',
    may: everybody,
    isJson: true,
    send: async (world) => ({ post_id_param: (await world.draft()).id, user_agent_param: 'Mozilla/5.0' }),
    changesNothing: true,
    writesDown: ['site_daily_sums'],
  },
  {
    what: 'count a view of an address that is no public page',
    route: '../server/http/view-endpoint.ts',
    path: '/rpc/increment_page_view',
    may: everybody,
    isJson: true,
    send: () => ({ page_param: '/admin', user_agent_param: 'Mozilla/5.0' }),
    changesNothing: true,
  },
];
