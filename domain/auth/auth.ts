import type { Actor } from '#domain/actor.ts';

/** What the product needs from the accounts library. Implemented in `adapters/auth.ts`. */
export type Auth = {
  /** The live session of a request, or null. @throws when the database cannot be asked. */
  findSession(headers: Headers): Promise<Session | null>;
  /** Checks email and password; on success the cookies start a session. Never throws for a wrong password. */
  signIn(credentials: { email: string; password: string }, from: Client): Promise<SignIn>;
  /** Makes an account without any power; the answer is the library's own. */
  signUp(account: SignUp, from: Client): Promise<Response>;
  /** The library's own description of a session, for programs. */
  describeSession(headers: Headers): Promise<Response>;
  /** Cookies that make this browser forget its session. */
  forgetSession(): Promise<{ setCookies: string[] }>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(check: { hash: string; password: string }): Promise<boolean>;
};

/** `actor` is null for somebody without a row in `admin_users`. */
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

/** With one more sign-in the session that was unused for longest ends: nobody has so many devices. */
export const maxSessionsPerUser = 50;
