import { betterAuth } from 'better-auth';

import type { Database } from '#db/client.ts';
import { hasOutdatedPasswords, replaceOutdatedPassword } from '#db/queries/accounts.ts';
import { insertProfile } from '#db/queries/people.ts';
import { findSignedIn, insertSession, touchSession } from '#db/queries/sessions.ts';
import {
  pendingSessionLife,
  sessionLife,
  type Auth,
  type Client,
  type PasswordSignIn,
  type Session,
} from '#domain/auth/auth.ts';
import { missingFactor, type SignInFactor } from '#domain/auth/factor.ts';
import { createToken } from '#domain/auth/one-time-token.ts';
import { nameFromEmail } from '#domain/auth/name-from-email.ts';
import { signInMessage, unexpectedSignInMessage } from '#domain/auth/sign-in-message.ts';
import { singleSignOnLife } from '#domain/auth/single-sign-on-request.ts';
import { passwordLimits } from '#domain/auth/password.ts';
import type { Logger } from './log.ts';
import { isOutdated, type Passwords } from './passwords.ts';
import { createPasskeys } from './passkeys.ts';
import { createSingleSignOn, type SingleSignOnOptions } from './single-sign-on.ts';
import { readCookie, readSignedCookie, signedCookieValue } from './session-cookie.ts';

/** Header that we set on every request to the library; a client's header with this name is dropped before. */
const addressHeader = 'x-anyforge-client-address';

/** The library's limit is absolute, after the sign-in; the limit for unused sessions is our own. */
const lasting = { expiresIn: sessionLife.absolute / 1_000, disableSessionRefresh: true };

export type AuthOptions = {
  db: Database;
  log: Logger;
  /** Public origin, from configuration. */
  origin: string;
  /** Further origins of this site (loopback names while no public origin is configured). */
  trustedOrigins: readonly string[];
  secret: string;
  signUp: boolean;
  emailConfirmation: boolean;
  passwords: Passwords;
  /** Null where no issuer is configured. */
  singleSignOn: (Omit<SingleSignOnOptions, 'log' | 'callback'> & { isOnly: boolean }) | null;
};

/** The session cookie's name: with the `__Host-` prefix the browser itself refuses one set by a sub-domain or over HTTP. */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-anyforge_session' : 'anyforge_session';
}

/** Of the cookie by which a browser is known at the next sign-in. It grants nothing. */
function deviceCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-anyforge_device' : 'anyforge_device';
}

/** Seconds; the longest that browsers keep a cookie. */
const deviceCookieLife = 400 * 24 * 3_600;

/** Holds the sealed request of a sign-in at the issuer, for as long as it may take. */
function singleSignOnCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-anyforge_sso' : 'anyforge_sso';
}

/** Sessions that count where only single sign-on signs in. */
const signsInAlone: ReadonlySet<SignInFactor> = new Set<SignInFactor>([
  'oidc',
  'oidc-mfa',
  'oidc-and-code',
  'oidc-and-recovery-code',
  'oidc-and-passkey',
  'sign-in-link',
]);

/** Interval at which the use of a session is stored. Milliseconds. */
const touchEvery = 3_600_000;

/**
 * Accounts and sessions by better-auth, in our own tables. User and role of a session are read on every request, so
 * that changes take effect at once: by one statement of ours instead of the library's two and one for the role.
 */
export function createAuth(options: AuthOptions): Auth {
  const { passwords } = options;
  const library = createLibrary(options);
  const cookieName = sessionCookieName(options.origin);

  async function findSession(headers: Headers): Promise<Session | null> {
    const token = readSignedCookie(headers.get('cookie') ?? '', cookieName, options.secret);
    if (token === null) return null;
    const found = await findSignedIn(options.db, token);
    if (!found) return null;
    const unusedFor = Date.now() - found.updated_at.getTime();
    const age = Date.now() - found.created_at.getTime();
    if (unusedFor > sessionLife.idle || age > sessionLife.absolute) return null;
    if (unusedFor > touchEvery) {
      // Reading still works where nothing can be written.
      await touchSession(options.db, found.session_id).catch((error: unknown) =>
        options.log.warn('A session could not be marked as used', { error }),
      );
    }
    if (options.singleSignOn?.isOnly && !signsInAlone.has(found.factor)) return null;
    const { session_id: sessionId, user_id: userId, email, role, factor, proved_at: provedAt } = found;
    const name = found.display_name ?? found.username;
    const actor = role && { userId, email, name, role };
    const session = { sessionId, userId, email, factor, provedAt };
    const missing = missingFactor({
      factor,
      role,
      hasAuthenticator: found.has_authenticator,
      hasPasskey: found.has_passkey,
      policy: found.policy,
    });
    if (missing === null || actor === null) return { ...session, actor, pending: null };
    return age > pendingSessionLife ? null : { ...session, actor: null, pending: { missing, actor } };
  }

  function cookie(name: string, value: string, seconds: number): string {
    const secure = options.origin.startsWith('https:') ? '; Secure' : '';
    return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  function post(path: string, body: unknown, client: Client): Promise<Response> {
    const headers = new Headers({ 'content-type': 'application/json', origin: options.origin });
    if (client.clientAddress !== null) headers.set(addressHeader, client.clientAddress);
    if (client.userAgent !== null) headers.set('user-agent', client.userAgent);
    const url = new URL(`/api/auth${path}`, options.origin);
    return library.handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  return {
    findSession,

    async signIn({ email, password }, client): Promise<PasswordSignIn> {
      const response = await post('/sign-in/email', { email, password }, client);
      const body: unknown = await response.json().catch(() => null);
      if (response.ok && isSignedIn(body)) {
        const setCookies = response.headers.getSetCookie();
        return { ok: true, userId: body.user.id, email, setCookies, body, sessionToken: body.token };
      }
      if (response.status >= 500) {
        return { ok: false, status: 503, code: undefined, message: unexpectedSignInMessage };
      }
      const refusal = refusalOf(body);
      return { ok: false, status: response.status, code: refusal.code, message: signInMessage(refusal) };
    },

    signUp({ email, password, displayName, username }, client) {
      const name = displayName ?? username ?? nameFromEmail(email);
      return post('/sign-up/email', { email, password, name, display_name: displayName, username }, client);
    },

    async describeSession(headers) {
      const session = await findSession(headers);
      if (!session || session.pending) return Response.json(null);
      return library.handler(new Request(new URL('/api/auth/get-session', options.origin), { headers }));
    },

    async startSession(userId, { isPending = false, ...session }, client) {
      const token = createToken();
      const seconds = sessionLife.absolute / 1_000;
      await insertSession(options.db, { userId, token, isPending, seconds, ...session, ...client });
      return { setCookies: [cookie(cookieName, signedCookieValue(token, options.secret), seconds)] };
    },

    deviceCookie: (token) => cookie(deviceCookieName(options.origin), token, deviceCookieLife),

    readDevice(headers) {
      const token = readCookie(headers.get('cookie') ?? '', deviceCookieName(options.origin));
      return /^[\w-]{32}$/.test(token) ? token : null;
    },

    async clearSession() {
      const { headers } = await library.api.signOut({ headers: new Headers(), returnHeaders: true });
      return { setCookies: headers.getSetCookie() };
    },

    hashPassword: passwords.hash,
    verifyPassword: passwords.verify,
    passkeys: createPasskeys({ own: options.origin, aliases: options.trustedOrigins }),
    singleSignOn:
      options.singleSignOn &&
      createSingleSignOn({
        ...options.singleSignOn,
        log: options.log,
        callback: `${options.origin}/admin/login/sso/callback`,
      }),
    singleSignOnCookie: (sealed) =>
      cookie(singleSignOnCookieName(options.origin), sealed, sealed === '' ? 0 : singleSignOnLife / 1_000),
    readSingleSignOn: (headers) =>
      readCookie(headers.get('cookie') ?? '', singleSignOnCookieName(options.origin)),
  };
}

/**
 * Password functions for the library. A right password replaces an outdated hash. A wrong one, or one for an unknown
 * account (for which the library hashes instead), takes the same time for every account: one current hash, and one of the
 * earlier algorithm while any is stored, because the time would reveal which accounts have those.
 */
function passwordsAtSignIn({
  db,
  passwords,
}: Pick<AuthOptions, 'db' | 'passwords'>): Pick<Passwords, 'hash' | 'verify'> {
  return {
    async hash(password) {
      const hash = await passwords.hash(password);
      if (await hasOutdatedPasswords(db)) await passwords.spendOutdated(password);
      return hash;
    },
    async verify({ hash, password }) {
      const isRight = await passwords.verify({ hash, password });
      if (isRight) {
        if (isOutdated(hash)) await replaceOutdatedPassword(db, hash, await passwords.hash(password));
      } else if (await hasOutdatedPasswords(db)) {
        await (isOutdated(hash) ? passwords.hash(password) : passwords.spendOutdated(password));
      }
      return isRight;
    },
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
      password: passwordsAtSignIn(options),
    },
    session: { modelName: 'sessions', fields: sessionFields, ...lasting },
    user: { modelName: 'users', fields: userFields },
    account: { modelName: 'accounts', fields: accountFields },
    verification: { modelName: 'verifications', fields: verificationFields },
    // One bucket per path would let one client lock all users out; attempts are limited before instead.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      cookies: { session_token: { name: sessionCookieName(options.origin) } },
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

/** What sign-up adds to the library's own fields; it was checked before. */
function profileFrom(body: unknown): { displayName: string | null; username: string | null } {
  const given = isRecord(body) ? body : {};
  return { displayName: textOrNull(given['display_name']), username: textOrNull(given['username']) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isSignedIn(body: unknown): body is { token: string; user: { id: string } } {
  if (!isRecord(body) || typeof body['token'] !== 'string') return false;
  return isRecord(body['user']) && typeof body['user']['id'] === 'string';
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
