import { z } from 'zod';

import type { Core, Secrets } from '#domain/core/context.ts';
import { createToken, decryptSecret, encryptSecret } from '#domain/core/secrets.ts';

/** Single sign-on by OpenID Connect. Implemented in `adapters/single-sign-on.ts`. */
export type SingleSignOn = {
  /** The issuer of whom a user is a subject: the address of the issuer, from configuration. */
  issuer: string;
  /**
   * Where the browser goes to sign in at the issuer.
   * @throws IssuerUnavailable.
   */
  authorizationUrl(request: IssuerRequest): Promise<URL>;
  /**
   * Whom the issuer says it is, after every check of the protocol.
   * @param callback our own address with what the issuer added to it
   * @returns null when the issuer refused, or when what it says is not for this request.
   * @throws IssuerUnavailable.
   */
  identify(callback: URL, request: IssuerRequest): Promise<Identity | null>;
};

/** Access tokens of the issuer, by which programs act. Implemented in `adapters/single-sign-on.ts`. */
export type AccessTokens = {
  /** As the issuer itself spells it. @throws IssuerUnavailable. */
  issuerName(): Promise<string>;
  /**
   * Whom an access token names, after every check of RFC 9068.
   * @param audience the address that it has to be meant for
   * @returns null when it is not valid there.
   * @throws IssuerUnavailable.
   */
  verify(token: string, audience: string): Promise<AccessToken | null>;
};

/** `client`: the program at the issuer to which the person gave it. */
export type AccessToken = Pick<Identity, 'subject' | 'hasTwoFactors'> & { client: string | null };

/**
 * The values that tie an answer of the issuer to one browser. `signInAfter`: the user has to sign in at the issuer
 * again, and the answer must say that they did after this time.
 */
type IssuerRequest = Pick<SingleSignOnRequest, 'state' | 'nonce' | 'codeVerifier' | 'signInAfter'>;

export type Identity = {
  /** Stays the same for a person at the issuer, whatever their address is. */
  subject: string;
  /** Lower case; null unless the issuer calls it verified. */
  email: string | null;
  name: string | null;
  hasTwoFactors: boolean;
  /** When the user signed in at the issuer, where it says so. */
  signedInAt: Date | null;
};

/** The issuer cannot be reached, is too slow, or answers with something else than the protocol. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** Tells the error apart also where it comes from another bundle. */
export function isIssuerUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'IssuerUnavailable';
}

/** How long a sign-in at the issuer may take. Milliseconds. */
export const singleSignOnLife = 10 * 60_000;

const storedRequest = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  signInAfter: z.coerce.date().nullable(),
  /** The session that is to be proved again; null for a sign-in. */
  sessionId: z.string().nullable(),
  /** The address of the admin to return to. */
  from: z.string(),
  expiresAt: z.coerce.date(),
});

/** The state that a browser keeps, encrypted, while its user is at the issuer. */
export type SingleSignOnRequest = z.output<typeof storedRequest>;

type SealContext = Pick<Core, 'now'> & Secrets;

/** The value of the cookie: only this site can read it, and no one can change it. Base64url. */
function sealRequest(ctx: SealContext, request: SingleSignOnRequest): string {
  return encryptSecret(keyOf(ctx), Buffer.from(JSON.stringify(request)), purpose).toString('base64url');
}

/** @returns null for a value that we did not make, or whose time is over. */
export function openRequest(ctx: SealContext, sealed: string): SingleSignOnRequest | null {
  const opened = decryptSecret(keyOf(ctx), Buffer.from(sealed, 'base64url'), purpose);
  if (opened === null) return null;
  const request = storedRequest.parse(JSON.parse(opened.toString()));
  return request.expiresAt > ctx.now() ? request : null;
}

const purpose = 'single sign-on';

function keyOf(ctx: SealContext): Buffer {
  return ctx.deriveKey(purpose);
}

/**
 * Begins a sign-in at the issuer. Nothing is stored on the server: what ties the answer to this browser is the sealed
 * value of its cookie.
 * @param wanted.sessionId the session that is to be proved again, by signing in at the issuer once more; null for a sign-in
 * @throws IssuerUnavailable.
 */
export async function startSingleSignOn(
  ctx: Pick<Core, 'now'> & Secrets,
  singleSignOn: SingleSignOn,
  { sessionId, from }: { sessionId: string | null; from: string },
): Promise<{ location: string; sealed: string }> {
  const request = {
    state: createToken(),
    nonce: createToken(),
    // RFC 7636: 43 characters or more.
    codeVerifier: createToken() + createToken(),
    signInAfter: sessionId === null ? null : ctx.now(),
    sessionId,
    from,
    expiresAt: new Date(ctx.now().getTime() + singleSignOnLife),
  };
  const location = await singleSignOn.authorizationUrl(request);
  return { location: location.href, sealed: sealRequest(ctx, request) };
}
