import type { Route } from './+types/announcement-key';
import { domainContext } from '#app/http/request-context.ts';
import { nothingHere } from '#app/http/site-file.ts';
import { announcementKey } from '#domain/posts/announce-pages.ts';

/** Proves to search engines that announcements of pages come from the site. */
export function loader({ params, context }: Route.LoaderArgs) {
  const key = announcementKey(context.get(domainContext));
  return params.key === key
    ? new Response(key, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
    : nothingHere();
}
