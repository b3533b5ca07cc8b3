import type { Route } from './+types/security-txt';
import { siteContext } from '#app/http/request-context.ts';

/** RFC 9116 recommends less than a year. */
const daysValid = 180;
const day = 24 * 3_600_000;

/** GET /.well-known/security.txt: 404 unless the site has a contact address. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, contactEmail } = context.get(siteContext);
  if (contactEmail === null) return answer(404, 'This site names no security contact.\n', 'no-store');
  const text = securityText({ contact: `mailto:${contactEmail}`, origin, now: new Date() });
  return answer(200, text, 'public, max-age=3600');
}

function answer(status: number, text: string, cache: string): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': cache };
  return new Response(text, { status, headers });
}

/**
 * The content of the file (RFC 9116). It expires a fixed time after the day of the request.
 * @param contact a URI
 */
export function securityText({ contact, origin, now }: { contact: string; origin: string; now: Date }) {
  const expires = new Date((Math.floor(now.getTime() / day) + daysValid) * day);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    // RFC 9116 allows only https URLs here.
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
