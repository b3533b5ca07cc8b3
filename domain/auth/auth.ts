import type { Actor } from '#domain/actor.ts';

/** What the product needs from the accounts library. Implemented in `adapters/auth.ts`. */
export type Auth = {
  /** The live session of a request, or null. @throws when the database cannot be reached. */
  findSession(headers: Headers): Promise<Session | null>;
  /** Checks email and password; on success the cookies start a session. Never throws for a wrong password. */
  signIn(credentials: { email: string; password: string }, from: Client): Promise<SignIn>;
  /** Makes an account without a role; the answer is the library's own. */
  signUp(account: SignUp, from: Client): Promise<Response>;
  /** The library's own description of a session, for programs. */
  describeSession(headers: Headers): Promise<Response>;
  /** Cookies that clear the session of this browser. */
  clearSession(): Promise<{ setCookies: string[] }>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(check: { hash: string; password: string }): Promise<boolean>;
};

/** `actor` is null for a user without a row in `admin_users`. */
export type Session = { sessionId: string; userId: string; email: string; actor: Actor | null };

/** What is known of the client, for the list of sessions. */
export type Client = { userAgent: string | null; clientAddress: string | null };

export type SignUp = {
  email: string;
  password: string;
  displayName: string | null;
  username: string | null;
};

export type SignIn =
  | { ok: true; userId: string; email: string; setCookies: string[]; body: unknown }
  | { ok: false; status: number; code: string | undefined; message: string };

/** Milliseconds. A session ends when it was not used for so long, and in any case so long after the sign-in. */
export const sessionLife = { idle: 7 * 24 * 3_600_000, absolute: 30 * 24 * 3_600_000 };

/** Far more than one user's devices. A further sign-in ends the session that was unused for longest. */
export const maxSessionsPerUser = 50;
