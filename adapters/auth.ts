import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { hashPassword } from 'better-auth/crypto';

import type { Database } from '#db/client.ts';
import { deleteSessionsOfUser, insertProfile } from '#db/queries/people.ts';
import type { Auth, SignIn } from '#domain/auth/auth.ts';
import { signInSentence, unexpectedSignInSentence } from '#domain/auth/sign-in-sentence.ts';
import { passwordLimits } from '#domain/admins/account-input.ts';
import { withoutControls } from '#domain/text/fields.ts';
import type { Logger } from './log.ts';

/** Set by us on every request to the library; whatever a client sent under this name was dropped before. */
const addressHeader = 'x-anyforge-client-address';

const day = 24 * 60 * 60;

export type AuthOptions = {
  db: Database;
  log: Logger;
  /** Public origin, from configuration. */
  origin: string;
  /** Further origins that are ours (loopback names while no public origin is configured). */
  trustedOrigins: readonly string[];
  secret: string;
  signUp: boolean;
  emailConfirmation: boolean;
};

/** The session cookie's name: with the `__Host-` prefix the browser itself refuses one set by a sub-domain or over HTTP. */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-anyforge_session' : 'anyforge_session';
}

/** Accounts and sessions by better-auth, in our own tables. Sessions are asked of the database on every request. */
export function createAuth(options: AuthOptions): Auth {
  const library = createLibrary(options);

  return {
    async findSession(headers) {
      if (!headers.has('cookie')) return null;
      const found = await library.api.getSession({ headers });
      return found ? { userId: found.user.id, email: found.user.email } : null;
    },

    async signIn({ email, password }, { headers, clientAddress }): Promise<SignIn> {
      const response = await library.handler(
        new Request(new URL('/api/auth/sign-in/email', options.origin), {
          method: 'POST',
          headers: libraryHeaders(headers, clientAddress, options.origin),
          body: JSON.stringify({ email, password }),
        }),
      );
      const body: unknown = await response.json().catch(() => null);
      if (response.ok && hasUserId(body)) {
        return { ok: true, userId: body.user.id, setCookies: response.headers.getSetCookie() };
      }
      if (response.status >= 500) return { ok: false, status: 503, sentence: unexpectedSignInSentence };
      return { ok: false, status: response.status, sentence: signInSentence(refusalOf(body)) };
    },

    async signOutEverywhere(headers) {
      const { headers: answer } = await library.api.signOut({ headers, returnHeaders: true });
      return { setCookies: answer.getSetCookie() };
    },

    handle(request, clientAddress) {
      const headers = new Headers(request.headers);
      headers.set(addressHeader, clientAddress);
      return library.handler(new Request(request, { headers }));
    },

    hashPassword,
  };
}

function createLibrary(options: AuthOptions) {
  const secure = options.origin.startsWith('https:');
  return betterAuth({
    appName: 'Anyforge',
    baseURL: options.origin,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [...options.trustedOrigins],
    database: { db: options.db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => {
        const text = `Accounts: ${message}`;
        if (level === 'error') options.log.error(text);
        else options.log.warn(text);
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: !options.signUp,
      requireEmailVerification: options.emailConfirmation,
      minPasswordLength: passwordLimits.min,
      maxPasswordLength: passwordLimits.max,
      autoSignIn: true,
    },
    session: { modelName: 'sessions', fields: sessionFields, expiresIn: 14 * day, updateAge: day },
    user: { modelName: 'users', fields: userFields },
    account: { modelName: 'accounts', fields: accountFields },
    verification: { modelName: 'verifications', fields: verificationFields },
    // One bucket per path would let a stranger lock everybody out; attempts are limited in front instead.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      cookies: { session_token: { name: sessionCookieName(options.origin) } },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/sign-up/email') return { context: { ...ctx, body: signUpBody(ctx.body) } };
        if (ctx.path === '/sign-out') await endEverySession(ctx, options.db);
        return undefined;
      }),
    },
    databaseHooks: {
      user: {
        create: {
          after: async (user, ctx) => {
            const { displayName, username } = profileFrom(ctx?.body);
            await insertProfile(options.db, {
              user_id: user.id,
              display_name: displayName ?? user.name.slice(0, 120),
              username,
            });
          },
        },
      },
    },
  });
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Sign-out is global: a session left on another device is a session that the owner believes ended. */
async function endEverySession(ctx: HookContext, db: Database): Promise<void> {
  const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret);
  if (!token) return;
  const found = await ctx.context.internalAdapter.findSession(token);
  if (found) await deleteSessionsOfUser(db, found.user.id);
}

/** The library wants a `name`; the product's sign-up has a display name and a username. */
function signUpBody(body: unknown): Record<string, unknown> {
  const given = isRecord(body) ? body : {};
  const { displayName, username } = profileFrom(given);
  const email = typeof given['email'] === 'string' ? given['email'] : '';
  const { display_name: _d, username: _u, ...rest } = given;
  return {
    ...rest,
    name: displayName ?? username ?? email.slice(0, Math.max(0, email.indexOf('@'))),
    display_name: displayName,
    username,
  };
}

function profileFrom(body: unknown): { displayName: string | null; username: string | null } {
  const given = isRecord(body) ? body : {};
  return { displayName: line(given['display_name'], 120), username: line(given['username'], 60) };
}

function line(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null;
  return withoutControls(value).replace(/\s+/g, ' ').trim().slice(0, max) || null;
}

function libraryHeaders(headers: Headers, clientAddress: string, origin: string): Headers {
  const sent = new Headers({ 'content-type': 'application/json', origin, [addressHeader]: clientAddress });
  const agent = headers.get('user-agent');
  if (agent) sent.set('user-agent', agent);
  return sent;
}

function hasUserId(body: unknown): body is { user: { id: string } } {
  return isRecord(body) && isRecord(body['user']) && typeof body['user']['id'] === 'string';
}

function refusalOf(body: unknown): { code?: string | undefined; message?: string | undefined } {
  if (!isRecord(body)) return {};
  const { code, message } = body;
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

const userFields = { emailVerified: 'email_verified', ...stamps } as const;

const sessionFields = {
  userId: 'user_id',
  expiresAt: 'expires_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
  ...stamps,
} as const;

const accountFields = {
  userId: 'user_id',
  accountId: 'account_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
  ...stamps,
} as const;

const verificationFields = { expiresAt: 'expires_at', ...stamps } as const;
