import type { Route } from './+types/security-txt';
import { siteContext } from '#app/http/request-context.ts';
import { securityText } from './security-txt-body.ts';

const headers = { 'Content-Type': 'text/plain; charset=utf-8' };

/** GET /.well-known/security.txt: 404 unless the site has a contact address. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, contactEmail } = context.get(siteContext);
  if (contactEmail === null) {
    return new Response('This site names no security contact.\n', {
      status: 404,
      headers: { ...headers, 'Cache-Control': 'no-store' },
    });
  }
  return new Response(securityText({ contact: `mailto:${contactEmail}`, origin, now: new Date() }), {
    headers: { ...headers, 'Cache-Control': 'public, max-age=3600' },
  });
}
