import type { RemoteJWKSet } from 'jose';
import type { Configuration, CustomFetchOptions, ServerMetadata } from 'openid-client';

import { atMostEvery } from '#domain/core/at-most-every.ts';
import { email as emailField, optionalLine } from '#domain/fields/fields.ts';
import {
  IssuerUnavailable,
  type AccessTokens,
  type Identity,
  type SingleSignOn,
} from '#domain/accounts/single-sign-on.ts';
import { readAtMost } from './fetch-small-text.ts';
import type { Logger } from './log.ts';

type SingleSignOnOptions = {
  log: Logger;
  callback: string;
  issuer: URL;
  clientId: string;
  clientSecret: string;
};

const scopes = 'openid email profile';

/** Seconds for one request to the issuer. */
const requestTimeout = 5;
/** Bytes of one answer of the issuer. */
const maxAnswerBytes = 1_000_000;
/** Milliseconds after which the endpoints of the issuer are read again. */
const discoveryLife = 3_600_000;
/** Seconds by which the clocks of the issuer and of this server may differ. */
const clockTolerance = 60;

/** Algorithms of the signature of an access token. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Types of an access token: many issuers do not say the type of RFC 9068. What is another kind of token says so. */
const tokenTypes: unknown[] = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];

/** Values of `amr` (RFC 8176) and `acr` (OpenID Connect EAP, PAPE) that mean more than one factor. */
const twoFactorMethods = ['mfa'];
const twoFactorClasses = ['phr', 'phrh', 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'];

/**
 * Single sign-on by `openid-client`: authorization code flow with PKCE, state and nonce; the signature of the ID token is
 * checked against the keys of the issuer. The endpoints are discovered when they are first needed, so that the site
 * starts without the issuer.
 */
export function createSingleSignOn(options: SingleSignOnOptions): SingleSignOn & AccessTokens {
  const { issuer, clientId, log } = options;
  /** Read anew with the endpoints, and by `jose` after 10 minutes or for an unknown key, twice a minute at most. */
  let keys: { of: Configuration; find: RemoteJWKSet } | null = null;

  /** Requests at the same time share one discovery; a failed one is tried again. */
  const configure = atMostEvery(discoveryLife, () =>
    discover(options).catch((error: unknown) => {
      throw unavailable(error);
    }),
  );

  function unavailable(error: unknown): IssuerUnavailable {
    log.warn('The issuer of single sign-on cannot be used', { error });
    return new IssuerUnavailable('The issuer of single sign-on cannot be used.', { cause: error });
  }

  return {
    issuer: issuer.href,

    async authorizationUrl({ state, nonce, codeVerifier, signInAfter }) {
      const oidc = await import('openid-client');
      return oidc.buildAuthorizationUrl(await configure(), {
        redirect_uri: options.callback,
        scope: scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(signInAfter === null ? {} : { prompt: 'login', max_age: '0' }),
      });
    },

    async identify(callback, { state, nonce, codeVerifier, signInAfter }) {
      const oidc = await import('openid-client');
      const configuration = await configure();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          ...(signInAfter === null ? {} : { maxAge: secondsSince(signInAfter) }),
        });
        const claims = tokens.claims();
        // OpenID Connect Core 2: 255 ASCII characters at most.
        if (!claims || claims.sub === '' || claims.sub.length > 255) return null;
        // The library compares `azp` only where there are several audiences, and `iat` with nothing.
        if (claims['azp'] !== undefined && claims['azp'] !== clientId) return null;
        if (claims.iat > Date.now() / 1_000 + clockTolerance) return null;
        // The standard lets an issuer give an address in the ID token or by its user info endpoint alone.
        const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more =
          claims['email'] !== undefined || !hasMore
            ? {}
            : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return identityOf({ ...more, ...claims });
      } catch (error) {
        if (isOutage(error)) throw unavailable(error);
        log.warn('Single sign-on was refused', { error });
        return null;
      }
    },

    async issuerName() {
      return (await configure()).serverMetadata().issuer;
    },

    async verify(token, audience) {
      const [configuration, jose] = [await configure(), await import('jose')];
      const { issuer: name, jwks_uri: address } = configuration.serverMetadata();
      try {
        if (keys?.of !== configuration) {
          const bounds = { [jose.customFetch]: boundedFetch, timeoutDuration: requestTimeout * 1_000 };
          keys = { of: configuration, find: jose.createRemoteJWKSet(new URL(address ?? ''), bounds) };
        }
        const checks = { issuer: name, audience, algorithms, clockTolerance, requiredClaims: ['exp', 'sub'] };
        const { payload, protectedHeader } = await jose.jwtVerify(token, keys.find, checks);
        const { sub, cnf, client_id: client = payload['azp'] } = payload;
        if (!tokenTypes.includes(protectedHeader.typ?.toLowerCase())) return null;
        // One that is bound to a key of the program counts together with a proof of that key alone.
        if (cnf !== undefined || !sub || sub.length > 255) return null;
        return { subject: sub, hasTwoFactors: hasTwoFactors(payload), client: textsOf(client)[0] ?? null };
      } catch (error) {
        const isRefused = error instanceof jose.errors.JOSEError && !keyOutages.includes(error.code);
        if (!isRefused) throw unavailable(error);
        log.warn('An access token was refused', { reason: error.message });
        return null;
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: SingleSignOnOptions): Promise<Configuration> {
  const oidc = await import('openid-client');
  const metadata = { client_secret: clientSecret, [oidc.clockTolerance]: clockTolerance };
  const configuration = await oidc.discovery(
    issuer,
    clientId,
    metadata,
    (server, ...rest) => {
      // The default of the standard, unless the issuer takes the other way only.
      const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const byHeader = ways.includes('client_secret_basic');
      const authenticate = byHeader
        ? oidc.ClientSecretBasic(clientSecret)
        : oidc.ClientSecretPost(clientSecret);
      authenticate(server, ...rest);
    },
    {
      [oidc.customFetch]: boundedFetch,
      timeout: requestTimeout,
      // The settings allow this for an issuer on the same machine only.
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    },
  );
  requireSafeEndpoints(issuer, configuration.serverMetadata());
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** @throws TypeError when an endpoint of the discovery document is no address of the protocol of the issuer. */
function requireSafeEndpoints(issuer: URL, metadata: ServerMetadata): void {
  const endpoints = [
    metadata.authorization_endpoint,
    metadata.token_endpoint,
    metadata.jwks_uri,
    metadata.userinfo_endpoint,
  ];
  for (const endpoint of endpoints) {
    if (endpoint === undefined || URL.parse(endpoint)?.protocol === issuer.protocol) continue;
    throw new TypeError(`The issuer names the address ${endpoint}, which does not use ${issuer.protocol}`);
  }
}

type BoundedRequest = Pick<CustomFetchOptions, 'method'> & {
  headers: HeadersInit;
  body?: CustomFetchOptions['body'];
  signal?: AbortSignal | null | undefined;
};

/** Requests follow no redirect and read no more than `maxAnswerBytes`. */
async function boundedFetch(
  url: string,
  { method, headers, body = null, signal = null }: BoundedRequest,
): Promise<Response> {
  const sent = body instanceof Uint8Array ? Buffer.from(body) : body;
  const request: RequestInit = { method, headers, body: sent, signal };
  const response = await fetch(url, { ...request, redirect: 'error' });
  const answer = await readAtMost(maxAnswerBytes, response);
  return new Response(answer.length > 0 ? answer : null, {
    status: response.status,
    headers: response.headers,
  });
}

function secondsSince(time: Date): number {
  return Math.max(0, Math.floor((Date.now() - time.getTime()) / 1_000));
}

/** Codes of the library for an answer that is none of the protocol's. */
const outageCodes: unknown[] = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

/** Codes of `jose` for an answer that holds no keys. */
const keyOutages = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'];

/** True if the issuer could not be asked. Everything else is an answer that does not prove who the user is. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  if (error instanceof TypeError || error.name === 'TimeoutError') return true;
  return error.cause instanceof TypeError || ('code' in error && outageCodes.includes(error.code));
}

type Claims = Readonly<Record<string, unknown>> & { sub: string };

function identityOf(claims: Claims): Identity {
  const { auth_time: authTime } = claims;
  return {
    subject: claims.sub,
    email: claims['email_verified'] === true ? emailOf(claims['email']) : null,
    name: displayName.safeParse(claims['name']).data ?? null,
    hasTwoFactors: hasTwoFactors(claims),
    signedInAt: typeof authTime === 'number' ? new Date(authTime * 1_000) : null,
  };
}

function hasTwoFactors({ amr, acr }: Readonly<Record<string, unknown>>): boolean {
  return (
    textsOf(amr).some((method) => twoFactorMethods.includes(method)) ||
    textsOf(acr).some((level) => twoFactorClasses.includes(level))
  );
}

const displayName = optionalLine('Name', 120);

/** An address that means the same to the issuer and to us: nothing is taken out of it or replaced, case aside. */
function emailOf(claim: unknown): string | null {
  if (typeof claim !== 'string' || !/^[\x21-\x7E]{1,254}$/.test(claim)) return null;
  return emailField.safeParse(claim).data ?? null;
}

/** Claims with several values are a text or a list of texts. */
function textsOf(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === 'string');
}
