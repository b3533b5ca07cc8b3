import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';

import type { Client } from './client.ts';
import { listen } from '#server/http/port.ts';

/** The issuer's record of a person, whose subject is their login. */
export type IssuerPerson = { email?: string; email_verified?: boolean; name?: string };

/** An ID token on its way to the site. */
export type IdToken = { header: Record<string, unknown>; claims: Record<string, unknown> };

/** The errors of the issuer. */
type IssuerFailure =
  /** Ends every connection. */
  | 'drops'
  /** Never answers. */
  | 'says nothing'
  | 'garbage'
  /** Never ends its answer. */
  | 'endless'
  | 500;

export type Issuer = {
  /** For OIDC_ISSUER. */
  url: string;
  settings: Record<string, string>;
  people: Map<string, IssuerPerson>;
  /** Changes the ID tokens that are given out; they are signed again, with `key` where it is given. */
  tamper: ((token: IdToken) => { token: IdToken; key?: 'other' | 'none' }) | null;
  /** At these paths, or everywhere. */
  failure: { is: IssuerFailure; at?: string } | null;
  /** Changes the discovery document. */
  metadata: Record<string, unknown>;
  /** Signs what a program then sends as an access token. */
  sign: (token: IdToken, key?: 'other' | 'none') => string;
  /** Serves the sites at these origins from now on. */
  serve: (...origins: string[]) => void;
  stop: () => Promise<void>;
};

const client = { id: 'site', secret: 'a secret of the site' };

/**
 * A real OpenID provider (`oidc-provider`) on this machine, which also lies and fails when it is told to, until the end
 * of the test: what this returns is filled in before the first one.
 */
export function useIssuer(): Issuer {
  // Nothing reads it before the hook.
  const issuer = {} as Issuer;
  const reset = () => void Object.assign(issuer, { tamper: null, failure: null, metadata: {} });
  beforeAll(() => start(issuer));
  beforeEach(reset);
  afterAll(() => issuer.stop?.());
  return issuer;
}

async function start(issuer: Issuer): Promise<void> {
  const { Provider } = await import('oidc-provider');
  const people = new Map<string, IssuerPerson>();
  const key = newKey();
  const otherKey = newKey();
  let listener: RequestListener | null = null;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://issuer').pathname;
    const { failure } = issuer;
    if (failure && (failure.at === undefined || failure.at === path)) return fail(failure.is, response);
    if (path === '/token' && issuer.tamper) change(response, (body) => retoken(body));
    if (path === '/.well-known/openid-configuration') {
      change(response, (body) => ({ ...body, ...issuer.metadata }));
    }
    listener?.(request, response);
  });
  const url = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;

  function retoken(body: Record<string, unknown>): Record<string, unknown> {
    if (typeof body['id_token'] !== 'string' || !issuer.tamper) return body;
    const [header = '', claims = ''] = body['id_token'].split('.');
    const changed = issuer.tamper({ header: decoded(header), claims: decoded(claims) });
    return { ...body, id_token: issuer.sign(changed.token, changed.key) };
  }

  Object.assign(issuer, {
    url,
    settings: { OIDC_ISSUER: url, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    people,
    sign(token, by) {
      return signed(token, by === 'none' ? null : by === 'other' ? otherKey : key);
    },
    serve(...origins) {
      const provider = new Provider(url, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: origins.map((origin) => `${origin}/admin/login/sso/callback`),
          },
        ],
        jwks: { keys: [key] },
        cookies: { keys: ['a key of the test'] },
        claims: { email: ['email', 'email_verified'], profile: ['name'] },
        scopes: ['openid', 'email', 'profile'],
        features: {
          resourceIndicators: {
            enabled: true,
            getResourceServerInfo: (_: unknown, audience: string) => ({
              scope: 'openid',
              audience,
              accessTokenFormat: 'jwt',
              jwt: { sign: { alg: 'RS256' } },
            }),
          },
        },
        async findAccount(_: unknown, login: string) {
          const person = people.get(login);
          if (!person) return undefined;
          return { accountId: login, claims: async () => ({ sub: login, ...person }) };
        },
        /** Everybody has agreed already. */
        async loadExistingGrant(context: GrantContext) {
          const { accountId } = context.oidc.session;
          const { resource } = context.oidc.params;
          const grant = new context.oidc.provider.Grant({ clientId: client.id, accountId });
          grant.addOIDCScope('openid email profile');
          if (resource !== undefined) grant.addResourceScope(resource, 'openid');
          await grant.save();
          return grant;
        },
      });
      listener = provider.callback();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  } satisfies Omit<Issuer, 'tamper' | 'failure' | 'metadata'>);
}

/**
 * Signs in at the issuer as a browser would that the site has sent there.
 * @param location where the site sent it
 * @returns the path and the query of the site that the issuer sends it back to.
 */
export async function signInAtIssuer(location: string, login: string): Promise<string> {
  const { origin } = new URL(location);
  const cookies = new Map<string, string>();
  let next = new URL(location);
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 10; step += 1) {
    const answer: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const to = answer.headers.get('location');
    if (to === null) {
      const text = await answer.text();
      if (answer.status !== 200 || !text.includes('name="login"'))
        throw new Error(`${answer.status} ${text}`);
      form = new URLSearchParams({ prompt: 'login', login, password: 'any' });
      continue;
    }
    next = new URL(to, next);
    form = null;
    if (next.origin !== origin) return next.pathname + next.search;
  }
  throw new Error('The issuer did not come to an end.');
}

/** Gets an access token as a program does that was given the address `resource` of the site, and its parts. */
export async function getAccessToken(
  issuer: Issuer,
  login: string,
  resource: string,
): Promise<IdToken & { text: string }> {
  const redirect_uri = `${new URL(resource).origin}/admin/login/sso/callback`;
  const verifier = 'v'.repeat(43);
  const asked = {
    client_id: client.id,
    response_type: 'code',
    redirect_uri,
    scope: 'openid',
    resource,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const callback = await signInAtIssuer(`${issuer.url}/auth?${new URLSearchParams(asked)}`, login);
  const code = new URL(callback, resource).searchParams.get('code') ?? '';
  const sent = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier, resource };
  const answer = await fetch(`${issuer.url}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.id}:${encodeURIComponent(client.secret).replaceAll('%20', '+')}`).toString('base64')}`,
    },
    body: new URLSearchParams(sent),
  });
  const { access_token: text } = z.object({ access_token: z.string() }).parse(await answer.json());
  const [header = '', claims = ''] = text.split('.');
  return { text, header: decoded(header), claims: decoded(claims) };
}

/** Begins single sign-on at the site, and signs in at the issuer. @returns the path of the callback. */
export async function goToIssuer(visitor: Client, login: string, path = '/admin/login/sso'): Promise<string> {
  const answer = await visitor.get(path);
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) throw new Error(`The site answered ${answer.status}.`);
  return signInAtIssuer(location, login);
}

type GrantContext = {
  oidc: {
    session: { accountId: string };
    params: { resource?: string };
    provider: {
      Grant: new (of: { clientId: string; accountId: string }) => {
        addOIDCScope(scope: string): void;
        addResourceScope(resource: string, scope: string): void;
        save(): Promise<void>;
      };
    };
  };
};

function fail(failure: IssuerFailure, response: ServerResponse): void {
  if (failure === 'drops') return void response.destroy();
  if (failure === 'says nothing') return;
  response.writeHead(failure === 500 ? 500 : 200, { 'content-type': 'application/json' });
  if (failure !== 'endless') return void response.end('{"garbage": ');
  const chunk = Buffer.alloc(65_536, ' ');
  const more = () => {
    while (response.write(chunk));
  };
  response.on('drain', more);
  more();
}

/** Changes the JSON of an answer before it is sent. */
function change(
  response: ServerResponse,
  changed: (body: Record<string, unknown>) => Record<string, unknown>,
): void {
  const send = response.end.bind(response);
  response.end = (chunk: unknown) => {
    const body = z.record(z.string(), z.unknown()).parse(JSON.parse(String(chunk)));
    const text = JSON.stringify(changed(body));
    response.setHeader('content-length', Buffer.byteLength(text));
    return send(text);
  };
}

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig' };
}

function signed({ header, claims }: IdToken, key: ReturnType<typeof newKey> | null): string {
  const used: Record<string, unknown> = key ? header : { ...header, alg: 'none' };
  const text = [used, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (!key) return `${text}.`;
  const hash = used['alg'] === 'RS512' ? 'sha512' : 'sha256';
  const signature = sign(hash, Buffer.from(text), createPrivateKey({ key, format: 'jwk' }));
  return `${text}.${signature.toString('base64url')}`;
}

function decoded(part: string): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(part, 'base64url').toString()));
}
