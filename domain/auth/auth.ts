import type { Actor } from '#domain/actor.ts';
import type { SignInFactor } from './factor.ts';
import type { Passkeys } from './passkeys.ts';
import type { SingleSignOn } from './single-sign-on.ts';

/** What the product needs from the accounts library. Implemented in `adapters/auth.ts`. */
export type Auth = {
  /** The live session of a request, or null. @throws when the database cannot be reached. */
  findSession(headers: Headers): Promise<Session | null>;
  /** Checks email and password; on success the cookies start a session. Never throws for a wrong password. */
  signIn(credentials: { email: string; password: string }, from: Client): Promise<PasswordSignIn>;
  /** Makes an account without a role; the answer is the library's own. */
  signUp(account: SignUp, from: Client): Promise<Response>;
  /** The library's own description of a session, for programs. */
  describeSession(headers: Headers): Promise<Response>;
  /** Starts a session for a user who has proved who they are. */
  startSession(userId: string, session: NewSession, from: Client): Promise<{ setCookies: string[] }>;
  /** The cookie by which this browser is known at the next sign-in. */
  deviceCookie(token: string): string;
  /** The token of that cookie; null in a browser without one. */
  readDevice(headers: Headers): string | null;
  /** Cookies that clear the session of this browser. */
  clearSession(): Promise<{ setCookies: string[] }>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(check: { hash: string; password: string }): Promise<boolean>;
  passkeys: Passkeys;
  /** Null where no issuer is configured. */
  singleSignOn: SingleSignOn | null;
  /** A cookie that holds the sealed request while the user is at the issuer; an empty one clears it. */
  singleSignOnCookie(sealed: string): string;
  /** The value of that cookie; empty when there is none. */
  readSingleSignOn(headers: Headers): string;
};

export type Session = {
  sessionId: string;
  userId: string;
  email: string;
  factor: SignInFactor;
  /** When the user last proved who they are. */
  provedAt: Date;
  /** Null for a user without a row in `admin_users`, and while a factor is missing. */
  actor: Actor | null;
  /** An administrator who signed in with a password and needs a second factor: they may give it, and nothing else. */
  pending: PendingFactor | null;
};

/** How a session is started. */
export type NewSession = {
  factor: SignInFactor;
  /** Whether a second factor is still missing. */
  isPending?: boolean;
  /** When the user last proved who they are: now, unless another time is known. */
  provedAt?: Date;
};

/** What a sign-in with a password lacks: to `prove` a second factor, or to `set-up` the first one. */
export type PendingFactor = { missing: 'prove' | 'set-up'; actor: Actor };

/** Milliseconds. A session that lacks a factor ends so long after the sign-in. */
export const pendingSessionLife = 10 * 60_000;

/** What is known of the client, for the list of sessions. */
export type Client = { userAgent: string | null; clientAddress: string | null };

/** The browser of a sign-in; `device` is the token of its device cookie. */
export type Browser = { userAgent: string | null; device: string | null };

export type SignUp = {
  email: string;
  password: string;
  displayName: string | null;
  username: string | null;
};

export type SignIn =
  | {
      ok: true;
      userId: string;
      email: string;
      setCookies: string[];
      body: unknown;
      missing?: 'prove' | 'set-up';
    }
  | SignInRefusal;

export type SignInRefusal = { ok: false; status: number; code: string | undefined; message: string };

/** With the token of the session that was started. */
export type PasswordSignIn = (Extract<SignIn, { ok: true }> & { sessionToken: string }) | SignInRefusal;

/** Milliseconds. A session ends when it was not used for so long, and in any case so long after the sign-in. */
export const sessionLife = { idle: 7 * 24 * 3_600_000, absolute: 30 * 24 * 3_600_000 };

/** Far more than one user's devices. A further sign-in ends the session that was unused for longest. */
export const maxSessionsPerUser = 50;

/** The same for sessions that lack a second factor. They never end another session. */
export const maxPendingSessionsPerUser = 5;
