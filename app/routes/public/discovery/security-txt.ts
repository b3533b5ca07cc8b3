import type { Route } from './+types/security-txt';
import { siteContext } from '#app/http/request-context.ts';
import { securityText } from './security-txt-body.ts';

const headers = { 'Content-Type': 'text/plain; charset=utf-8' };

/** GET /.well-known/security.txt: 404 unless a contact is configured. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, securityContact: contact } = context.get(siteContext);
  if (contact === null) {
    return new Response('This site names no security contact.\n', {
      status: 404,
      headers: { ...headers, 'Cache-Control': 'no-store' },
    });
  }
  return new Response(securityText({ contact, origin, now: new Date() }), {
    headers: { ...headers, 'Cache-Control': 'public, max-age=3600' },
  });
}
