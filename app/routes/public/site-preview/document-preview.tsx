import { PageNotFound } from '#app/routes/error-page.tsx';
import About from '../about.tsx';
import { BlogPage } from '../blog/blog.tsx';
import { ContactPage } from '../forms/contact.tsx';
import { JvPage } from '../forms/jv-program.tsx';
import { HomePage } from '../home/home.tsx';
import Cookies from '../legal/cookies.tsx';
import Privacy from '../legal/privacy.tsx';
import Terms from '../legal/terms.tsx';
import type { LoadedPreview } from './load-preview.ts';

/** A page of the site with words that are not public yet. */
export function DocumentPreview({
  preview: { page, featured, posts, categories },
}: {
  preview: LoadedPreview;
}) {
  switch (page) {
    case 'Home':
      return <HomePage posts={featured} />;
    case 'About':
      return <About />;
    case 'Contact':
      return <ContactPage />;
    case 'JV Program':
      return <JvPage />;
    case 'Blog':
      return <BlogPage posts={posts} categories={categories} />;
    case 'Privacy':
      return <Privacy />;
    case 'Terms':
      return <Terms />;
    case 'Cookies':
      return <Cookies />;
    case 'Page not found':
      return <PageNotFound />;
  }
}
