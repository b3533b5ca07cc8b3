import { findIssuerAccount } from '#db/queries/accounts.ts';
import type { Core, Actor, SiteOrigin } from '#domain/core/context.ts';
import { findMissingFactor } from '../factor.ts';
import { factorOf } from '../sign-in/identify.ts';
import type { AccessTokens } from '../single-sign-on.ts';

/** The address that an access token has to be meant for. */
export const resourceOf = (origin: string) => `${origin}/mcp`;
/** The document of that address (RFC 9728). */
export const metadataOf = (origin: string) => `${origin}/.well-known/oauth-protected-resource/mcp`;

/**
 * Whom an access token of the issuer stands for: an administrator whose account is bound to its subject, and who would be
 * signed in with what they gave the issuer. It proposes, and reads what is public; undefined when it is not valid here.
 * @throws IssuerUnavailable.
 */
export async function readAccessToken(
  ctx: Pick<Core, 'db'> & SiteOrigin,
  singleSignOn: AccessTokens & { issuer: string },
  text: string,
) {
  const token = await singleSignOn.verify(text, resourceOf(ctx.origin));
  const found = token && (await findIssuerAccount(ctx.db, singleSignOn.issuer, token));
  if (!found || found.role === null || !found.email_verified) return undefined;
  const { id: userId, email, role } = found;
  if ((await findMissingFactor(ctx, userId, factorOf(token))) !== null) return undefined;
  const name = /^[\x21-\x7E]{1,60}$/.test(token.client ?? '') ? token.client : null;
  const actor: Actor = { userId, email, name: null, role };
  return {
    tokenId: null,
    tokenName: name ?? 'Single sign-on',
    actor,
    rights: { propose: true, readDrafts: false },
  };
}
