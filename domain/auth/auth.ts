/** What the product needs from the accounts library. Implemented in `adapters/auth.ts`. */
export type Auth = {
  /** The signed-in user of a request, or null. @throws when the database cannot be asked. */
  findSession(headers: Headers): Promise<{ userId: string; email: string } | null>;
  /** Checks e-mail and password; on success the cookies start a session. Never throws for a wrong password. */
  signIn(
    credentials: { email: string; password: string },
    request: { headers: Headers; clientAddress: string },
  ): Promise<SignIn>;
  /** Ends every session of the signed-in user, on every device; the cookies clear this browser's. */
  signOutEverywhere(headers: Headers): Promise<{ setCookies: string[] }>;
  /** The library's own addresses under /api/auth/. */
  handle(request: Request, clientAddress: string): Promise<Response>;
  hashPassword(password: string): Promise<string>;
};

export type SignIn =
  | { ok: true; userId: string; setCookies: string[] }
  | { ok: false; status: number; sentence: string };
