import type { Route } from './+types/robots';
import { siteContext } from '#app/http/request-context.ts';
import { siteFile } from '#app/http/site-file.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const text = `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
  return siteFile(text, 'text/plain');
}
