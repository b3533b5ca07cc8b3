import { randomUUID } from 'node:crypto';

import { act, everybody, noOne, read, screen, slugOf, type Row } from './row.ts';
import type { World } from './world.ts';

/** The subject of a public list, with one post in it. */
const listed =
  (kind: 'category' | 'tag' | 'author', filing: (id: string) => Parameters<World['published']>[0]) =>
  async (world: World) => {
    const { id, slug } = await world[kind]();
    await world.published(filing(id));
    return slug;
  };

const post = slugOf((world) => world.published());
const draft = slugOf((world) => world.draft());
const plainPage = slugOf((world) => world.plainPage());
const caseStudy = slugOf((world) => world.caseStudy());

const contact = screen('public/forms/contact.tsx', '/contact');
const jvProgram = screen('public/forms/jv-program.tsx', '/jv-program');
const newsletter = screen('public/newsletter/newsletter.tsx', '/newsletter');
const newsletterLink = 'public/newsletter/newsletter-link.tsx';
const markdown = 'public/discovery/post-markdown.ts';
const views = {
  route: '../server/http/view-endpoint.ts',
  may: everybody,
  isJson: true,
  changesNothing: true,
} as const;

/** The public site. */
export const publicRows: readonly Row[] = [
  read('public/home/home.tsx', '/', everybody),
  read('public/about.tsx', '/about', everybody),
  read('public/blog/blog.tsx', '/blog', everybody),
  read('public/blog/blog-term.tsx', '/blog/category/{}', everybody, {
    at: listed('category', (categoryId) => ({ categoryId })),
  }),
  read('public/blog/blog-term.tsx', '/blog/tag/{}', everybody, {
    at: listed('tag', (id) => ({ tagIds: [id] })),
  }),
  read('public/blog/author.tsx', '/authors/{}', everybody, {
    at: listed('author', (publicAuthorId) => ({ publicAuthorId })),
  }),
  read('public/post/blog-post.tsx', '/blog/{}', everybody, { at: post }),
  read('public/post/blog-post.tsx', '/blog/{}', noOne, { what: 'read a draft as a visitor', at: draft }),
  read('public/page/plain-page.tsx', '/{}', everybody, { at: plainPage }),
  read('public/work/work.tsx', '/work', everybody, { at: caseStudy }),
  read('public/work/case-study.tsx', '/work/{}', everybody, { at: caseStudy }),
  read(markdown, '/blog/{}.md', everybody, { at: post }),
  read(markdown, '/blog/{}.md', noOne, { what: 'read a draft as Markdown', at: draft }),
  read(markdown, '/{}.md', everybody, { at: plainPage }),
  read(markdown, '/work/{}.md', everybody, { at: caseStudy }),
  read('public/post/shared-post.tsx', '/preview/{}', everybody, { at: (world) => world.shared() }),
  read('public/post/shared-post.tsx', '/preview/made-up', noOne),
  read('public/blog/search.tsx', '/search', everybody),
  contact.read(everybody),
  contact.act('send a message', everybody, {
    // The same message a second time is the first one.
    send: () => ({ name: 'A', email: 'a@firm.test', subject: 'S', message: randomUUID() }),
  }),
  jvProgram.read(everybody),
  jvProgram.act('apply to the JV program', everybody, {
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
  newsletter.read(everybody),
  newsletter.act('sign up for the newsletter', everybody, {
    send: () => ({ email: `${randomUUID()}@firm.test` }),
  }),
  ...(['confirm', 'unsubscribe'] as const).flatMap((name) => [
    read(newsletterLink, `/newsletter/${name}?token=x`, everybody),
    act(`${name} by a made-up link`, newsletterLink, `/newsletter/${name}`, noOne, {
      send: () => ({ token: 'x' }),
    }),
  ]),
  read('email-events.ts', '/api/email-events/postmark/x', noOne),
  act('report a bounce with a made-up token', 'email-events.ts', '/api/email-events/postmark/x', noOne, {
    send: () => ({ email: 'a@firm.test' }),
    isJson: true,
  }),
  read('public/legal/legal-page.tsx', '/privacy', everybody),
  read('public/legal/legal-page.tsx', '/terms', everybody),
  read('public/legal/legal-page.tsx', '/cookies', everybody),
  ...['privacy', 'terms', 'cookies'].map((name) =>
    read('public/legal/legal-markdown.ts', `/${name}.md`, everybody),
  ),
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
  read('public/discovery/change-password.ts', '/.well-known/change-password', everybody),
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
    ...views,
    what: 'count a view of a draft',
    path: '/rpc/increment_post_view',
    send: async (world) => ({ post_id_param: (await world.draft()).id, user_agent_param: 'Mozilla/5.0' }),
    writesDown: ['view_days'],
  },
  {
    ...views,
    what: 'count a view of an address that is no public page',
    path: '/rpc/increment_page_view',
    send: () => ({ page_param: '/admin', user_agent_param: 'Mozilla/5.0' }),
  },
];
