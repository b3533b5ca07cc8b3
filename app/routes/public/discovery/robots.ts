import type { Route } from './+types/robots';
import { sameForEverybody } from '#app/http/cache-control.ts';
import { siteContext } from '#app/http/request-context.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  return new Response(
    `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`,
    {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        ...sameForEverybody,
      },
    },
  );
}
