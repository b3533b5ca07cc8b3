import { z } from 'zod';

import type { DomainContext } from '#domain/context.ts';
import { decryptSecret, encryptSecret } from './encrypted-secret.ts';
import type { IssuerRequest } from './single-sign-on.ts';

/** How long a sign-in at the issuer may take. Milliseconds. */
export const singleSignOnLife = 10 * 60_000;

/** What a browser keeps, encrypted, while its user is at the issuer. */
export type SingleSignOnRequest = IssuerRequest & {
  /** The session that is to be proved again; null for a sign-in. */
  sessionId: string | null;
  /** The address of the admin to return to. */
  from: string;
  expiresAt: Date;
};

const storedRequest = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  signInAfter: z.coerce.date().nullable(),
  sessionId: z.string().nullable(),
  from: z.string(),
  expiresAt: z.coerce.date(),
});

type SealContext = Pick<DomainContext, 'deriveKey' | 'now'>;

/** The value of the cookie: only this site can read it, and no one can change it. Base64url. */
export function sealRequest(ctx: SealContext, request: SingleSignOnRequest): string {
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
