import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

import { publicLayoutId } from './routes/public/frame/layout-id.ts';

/**
 * Every address that the framework answers, in the order of the specification. The server answers the others before the
 * framework sees them (`server/http/app.ts` lists the steps):
 *
 * - `/healthz`, `/readyz`: `server/http/steps/own-answers.ts`
 * - `/storage/blog-images/…`: `server/images/image-delivery.ts`
 * - `/api/images`: `server/images/image-upload.ts`
 * - `/api/imports`: `server/imports/import-upload.ts`
 * - `/rpc/increment_post_view`, `/rpc/increment_page_view`: `server/http/view-endpoint.ts`
 * - `/assets/…` and the files of `public/`: `server/http/static-files.ts`
 *
 * Cached pages of the addresses below are answered by `server/http/steps/public-pages.ts`.
 */
export default [
  layout('routes/public/frame/layout.tsx', { id: publicLayoutId }, [
    index('routes/public/home/home.tsx'),
    route('about', 'routes/public/about.tsx'),
    route('blog', 'routes/public/blog/blog.tsx'),
    route('blog/category/:slug', 'routes/public/blog/blog-term.tsx', { id: 'category' }),
    route('blog/tag/:slug', 'routes/public/blog/blog-term.tsx', { id: 'tag' }),
    route('blog/:slug', 'routes/public/post/blog-post.tsx'),
    route('authors/:slug', 'routes/public/blog/author.tsx'),
    route('search', 'routes/public/blog/search.tsx'),
    route('work', 'routes/public/work/work.tsx'),
    route('work/:slug', 'routes/public/work/case-study.tsx'),
    route('contact', 'routes/public/forms/contact.tsx'),
    route('jv-program', 'routes/public/forms/jv-program.tsx'),
    route('newsletter', 'routes/public/newsletter/newsletter.tsx'),
    route('newsletter/confirm', 'routes/public/newsletter/newsletter-link.tsx', { id: 'confirm' }),
    route('newsletter/unsubscribe', 'routes/public/newsletter/newsletter-link.tsx', { id: 'unsubscribe' }),
    ...['privacy', 'terms', 'cookies'].map((path) =>
      route(path, 'routes/public/legal/legal-page.tsx', { id: path }),
    ),
    route('preview/:token', 'routes/public/post/shared-post.tsx'),
    route('admin/posts/preview/:id/visitor', 'routes/public/post/post-as-visitor.tsx'),
    route('admin/posts/card', 'routes/public/social-card/draft-card.ts'),
    route('admin/site/:document/visitor', 'routes/public/site-preview/site-as-visitor.tsx'),
    route(':slug', 'routes/public/page/plain-page.tsx'),
    route('*', 'routes/public/not-found.tsx'),
  ]),
  ...['privacy.md', 'terms.md', 'cookies.md'].map((path) =>
    route(path, 'routes/public/legal/legal-markdown.ts', { id: path }),
  ),
  ...['blog/:slug.md', 'work/:slug.md', ':slug.md'].map((path) =>
    route(path, 'routes/public/discovery/post-markdown.ts', { id: path }),
  ),
  ...['rss.xml', 'work/rss.xml'].map((path) => route(path, 'routes/public/discovery/feed.ts', { id: path })),
  ...['sitemap.xml', 'sitemaps/:part'].map((path) =>
    route(path, 'routes/public/discovery/sitemap.ts', { id: path }),
  ),
  route('accent/:colors', 'routes/public/brand/accent.ts'),
  route('social-card/:image', 'routes/public/social-card/site-card.ts'),
  route('social/:image', 'routes/public/social-card/social-card.ts'),
  ...['', '/mcp'].map((path) =>
    route(`.well-known/oauth-protected-resource${path}`, 'routes/public/discovery/protected-resource.ts', {
      id: `protected-resource${path}`,
    }),
  ),
  route('.well-known/security.txt', 'routes/public/discovery/security-txt.ts'),
  route('.well-known/change-password', 'routes/public/discovery/change-password.ts'),
  route('robots.txt', 'routes/public/discovery/robots.ts'),
  route('site.webmanifest', 'routes/public/discovery/manifest.ts'),
  // After every address that ends in it.
  route(':key.txt', 'routes/public/discovery/announcement-key.ts'),

  layout('routes/admin/auth/layout.tsx', [
    route('admin/login', 'routes/admin/auth/login.tsx'),
    route('admin/login/sso/callback', 'routes/admin/auth/single-sign-on-callback.tsx'),
    route('admin/login/done', 'routes/admin/auth/done.tsx'),
    route('admin/login/link', 'routes/admin/auth/sign-in-link.tsx'),
    route('admin/email-change', 'routes/admin/auth/email-change.tsx'),
    route('admin/second-factor', 'routes/admin/auth/second-factor.tsx'),
    route('admin/setup', 'routes/admin/auth/setup.tsx'),
    route('admin/forgot-password', 'routes/admin/auth/forgot-password.tsx'),
    route('admin/reset-password', 'routes/admin/auth/reset-password.tsx'),
    route('admin/confirm', 'routes/admin/auth/confirm.tsx'),
    route('admin/invitation', 'routes/admin/auth/invitation.tsx'),
  ]),
  route('admin/login/passkey', 'routes/admin/auth/passkey-options.ts'),
  route('admin/login/sso', 'routes/admin/auth/single-sign-on.ts'),
  route('admin/logout', 'routes/admin/auth/logout.ts'),
  route('admin/account/factors', 'routes/admin/factors/factors.ts'),
  route('admin', 'routes/admin/frame/layout.tsx', [
    layout('routes/admin/frame/screens.tsx', [
      index('routes/admin/dashboard/dashboard.tsx'),
      route('analytics', 'routes/admin/analytics/analytics.tsx'),
      route('posts', 'routes/admin/posts/list.tsx'),
      route('posts/choices', 'routes/admin/posts/list-choices.ts'),
      route('posts/link-targets', 'routes/admin/posts/link-targets.ts'),
      route('posts/new', 'routes/admin/posts/new.tsx'),
      route('posts/proposals', 'routes/admin/proposals/list.tsx'),
      route('posts/proposals/:id', 'routes/admin/proposals/proposal.tsx'),
      route('posts/import', 'routes/admin/imports/import.tsx'),
      route('posts/import/:id/report', 'routes/admin/imports/report.ts'),
      route('posts/edit/:id', 'routes/admin/posts/edit.tsx'),
      route('posts/edit/:id/revisions', 'routes/admin/posts/revisions.tsx'),
      route('posts/edit/:id/email', 'routes/admin/posts/email.tsx'),
      route('posts/edit/:id/email/preview', 'routes/admin/posts/email-preview.ts'),
      route('posts/preview/:id', 'routes/admin/posts/preview.tsx'),
      route('categories', 'routes/admin/taxonomy/categories.tsx'),
      route('tags', 'routes/admin/taxonomy/tags.tsx'),
      route('merge-targets', 'routes/admin/taxonomy/merge-targets.ts'),
      route('authors', 'routes/admin/authors/list.tsx'),
      route('authors/new', 'routes/admin/authors/edit.tsx', { id: 'new-author' }),
      route('authors/:id', 'routes/admin/authors/edit.tsx'),
      route('media', 'routes/admin/media/library.tsx'),
      route('media/image', 'routes/admin/media/image.ts'),
      route('media/choices', 'routes/admin/media/choices.ts'),
      route('users', 'routes/admin/users/list.tsx'),
      route('users/candidates', 'routes/admin/users/candidates.ts'),
      route('site', 'routes/admin/site/list.tsx'),
      route('site/export', 'routes/admin/site/export.ts'),
      route('site/:document', 'routes/admin/site/edit.tsx'),
      route('site/:document/revisions', 'routes/admin/site/revisions.tsx'),
      route('messages', 'routes/admin/messages/list.tsx'),
      route('messages/export', 'routes/admin/messages/export.ts'),
      route('messages/delivery', 'routes/admin/messages/delivery.tsx'),
      route('messages/:id', 'routes/admin/messages/message.tsx'),
      route('subscribers', 'routes/admin/subscribers/list.tsx'),
      route('newsletter', 'routes/admin/subscribers/newsletter-setup.tsx'),
      route('newsletter/sent', 'routes/admin/subscribers/sent.tsx'),
      route('subscribers/export', 'routes/admin/subscribers/export.ts'),
      route('webhooks', 'routes/admin/webhooks/list.tsx'),
      route('redirects', 'routes/admin/redirects/list.tsx'),
      route('redirects/missing', 'routes/admin/redirects/missing.tsx'),
      route('work', 'routes/admin/work/list.tsx'),
      route('activity', 'routes/admin/activity/list.tsx'),
      route('account', 'routes/admin/account/account.tsx'),
      route('prove', 'routes/admin/account/prove.tsx'),
      route('account/proof', 'routes/admin/factors/proof.ts'),
      route('*', 'routes/admin/frame/not-found.tsx'),
    ]),
  ]),
  route('api/v1/openapi.json', 'routes/public/api/openapi.ts'),
  route('api/v1/:collection', 'routes/public/api/collection.ts'),
  route('api/v1/:collection/:slug', 'routes/public/api/item.ts'),
  route('api/auth/*', 'routes/api-auth.ts'),
  route('api/email-events/:service/:token', 'routes/email-events.ts'),
] satisfies RouteConfig;
