import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Every address of the product, in the order of the specification. */
export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('about', 'routes/public/about.tsx'),
    route('blog', 'routes/public/blog.tsx'),
    route('blog/category/:slug', 'routes/public/blog-category.tsx'),
    route('blog/tag/:slug', 'routes/public/blog-tag.tsx'),
    route('blog/:slug', 'routes/public/blog-post.tsx'),
    route('search', 'routes/public/search.tsx'),
    route('contact', 'routes/public/contact.tsx'),
    route('jv-program', 'routes/public/jv-program.tsx'),
    route('privacy', 'routes/public/privacy.tsx'),
    route('terms', 'routes/public/terms.tsx'),
    route('cookies', 'routes/public/cookies.tsx'),
    route('*', 'routes/public/not-found.tsx'),
  ]),
  route('rss.xml', 'routes/public/feed.ts'),
  route('sitemap.xml', 'routes/public/sitemap.ts'),
  route('robots.txt', 'routes/public/robots.ts'),

  route('admin/login', 'routes/admin/login.tsx'),
  route('admin/logout', 'routes/admin/logout.ts'),
  route('admin/setup', 'routes/admin/setup.tsx'),
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/dashboard.tsx'),
    route('analytics', 'routes/admin/analytics/analytics.tsx'),
    route('analytics/posts/:id', 'routes/admin/analytics/post.tsx'),
    route('analytics/export/:what', 'routes/admin/analytics/export.ts'),
    route('posts', 'routes/admin/posts/list.tsx'),
    route('posts/new', 'routes/admin/posts/new.tsx'),
    route('posts/edit/:id', 'routes/admin/posts/edit.tsx'),
    route('posts/preview/:id', 'routes/admin/posts/preview.tsx'),
    route('*', 'routes/admin/not-found.tsx'),
  ]),
  route('api/auth/*', 'routes/api-auth.ts'),
] satisfies RouteConfig;
