import type { Passkeys } from './passkeys.ts';
import type { AccessTokens, SingleSignOn } from './single-sign-on.ts';

/** Hashes passwords off the event loop, a bounded number at once. Implemented in `adapters/passwords.ts`. */
export type Passwords = {
  /** @returns the hash with its parameters, to be stored unchanged. @throws too-many. */
  hashPassword(password: string): Promise<string>;
  /** @throws too-many. */
  verifyPassword(check: { hash: string; password: string }): Promise<boolean>;
};

/** The services that accounts need from outside of the domain. */
export type Auth = Passwords & {
  passkeys: Passkeys;
  /** Null where no issuer is configured. */
  singleSignOn: (SingleSignOn & AccessTokens) | null;
};

/** The browser of a sign-in; `device` is the token of its device cookie. */
export type Browser = { userAgent: string | null; device: string | null };
