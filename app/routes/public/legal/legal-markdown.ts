import type { Route } from './+types/legal-markdown';
import { domainContext } from '#app/http/request-context.ts';
import { siteFile } from '#app/http/site-file.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { legalPageAt } from './legal-pages.ts';

/** A legal page as Markdown, at its own address with `.md`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { name, path, title } = legalPageAt(url.pathname.replace(/\.md$/, ''));
  const { body, summary } = readSiteWords(context, [name])[name];
  const { origin } = context.get(domainContext);
  // Loaded at its first use: a start has no need of it.
  const { pageMarkdown } = await import('#domain/posts/public-markdown.ts');
  const text = await withUnavailableFallback(context, (domain) =>
    pageMarkdown(domain, { title, description: summary, path, body }),
  );
  return siteFile(text, 'text/markdown', { Link: `<${origin + path}>; rel="canonical"` });
}
