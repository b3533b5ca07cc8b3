import type { Route } from './+types/protected-resource';
import { authContext, siteContext } from '#app/http/request-context.ts';
import { resourceOf } from '#domain/accounts/tokens/read-access-token.ts';
import { isIssuerUnavailable } from '#domain/accounts/single-sign-on.ts';

const noStore = { 'Cache-Control': 'no-store' };

/** GET /.well-known/oauth-protected-resource (RFC 9728), also with `/mcp`: where programs get an access token; 404 without an issuer. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const { singleSignOn } = context.get(authContext);
  if (!singleSignOn) return new Response('Not found.\n', { status: 404, headers: noStore });
  try {
    const issuer = await singleSignOn.issuerName();
    const facts = { resource: resourceOf(origin), authorization_servers: [issuer] };
    const headers = { 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' };
    return Response.json({ ...facts, bearer_methods_supported: ['header'] }, { headers });
  } catch (error) {
    if (!isIssuerUnavailable(error)) throw error;
    return new Response('The issuer cannot be reached right now.\n', { status: 503, headers: noStore });
  }
}
