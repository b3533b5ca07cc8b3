/** Single sign-on by OpenID Connect. Implemented in `adapters/single-sign-on.ts`. */
export type SingleSignOn = {
  /** Of whom a user is a subject: the address of the issuer, from configuration. */
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

/** What ties an answer of the issuer to one browser. */
export type IssuerRequest = {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Set: the user has to sign in at the issuer again, and the answer must say that they did after this time. */
  signInAfter: Date | null;
};

/** Who a user is according to the issuer. */
export type Identity = {
  /** Stays the same for a person at the issuer, whatever their address is. */
  subject: string;
  /** Lower case; null unless the issuer calls it verified. */
  email: string | null;
  name: string | null;
  /** Whether the issuer asked for two factors. */
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
