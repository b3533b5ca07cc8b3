import { deriveKey } from '#domain/core/secrets.ts';
import { startSession } from '#domain/accounts/sessions/sessions.ts';
import type { RunningProduct } from './product.ts';

export const sessionSecret = 'a-secret-of-all-products-under-test-0123456789';

type SentHeaders = Record<string, string>;
type Fields = Record<string, string | readonly string[]>;
export type Client = ReturnType<typeof createClient>;

/** A visitor with cookies who sends what a browser would send; follows no redirect by itself. */
export function createClient(product: Pick<RunningProduct, 'origin'>) {
  const cookies = new Map<string, string>();

  const send = async (path: string, init: RequestInit & { headers: SentHeaders }) => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(product.origin + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) remember(cookies, line);
    return response;
  };
  const sendBody = (path: string, type: string, body: BodyInit, headers: SentHeaders = {}) => {
    const own = { origin: product.origin, 'content-type': type };
    return send(path, { method: 'POST', headers: { ...own, ...headers }, body });
  };

  return {
    cookies,
    get: (path: string, headers: SentHeaders = {}) => send(path, { headers }),
    post: (path: string, fields: Fields, headers?: SentHeaders) =>
      sendBody(path, 'application/x-www-form-urlencoded', encode(fields), headers),
    json: (path: string, body: unknown, headers?: SentHeaders) =>
      sendBody(path, 'application/json', JSON.stringify(body), headers),
    file: (path: string, bytes: Uint8Array<ArrayBuffer>, headers?: SentHeaders) =>
      sendBody(path, 'application/octet-stream', bytes, headers),
  };
}

/** The first administrator, made by the one-time link of a new product; signed in. */
export async function createOwner(
  product: Pick<RunningProduct, 'origin' | 'setupLink'>,
  account: { email: string; displayName: string; password: string } = {
    email: 'owner@firm.test',
    displayName: 'Owner',
    password: 'correct horse',
  },
): Promise<Client> {
  const client = createClient(product);
  const link = new URL(product.setupLink());
  const { status } = await client.post(link.pathname + link.search, account);
  if (status !== 302) throw new Error(`The set-up link answered ${status}.`);
  return client;
}

/** A visitor with a session that was started by way of the database: a sign-in costs the work of a password's hash. */
export async function clientSignedIn(
  product: Pick<RunningProduct, 'origin' | 'database'>,
  userId: string,
): Promise<Client> {
  const client = createClient(product);
  const ctx = {
    db: product.database.db,
    origin: product.origin,
    deriveKey: (purpose: string) => deriveKey(sessionSecret, purpose),
    clientAddress: '127.0.0.1',
  };
  const { setCookies } = await startSession(ctx, userId, { factor: 'password' }, null);
  for (const line of setCookies) remember(client.cookies, line);
  return client;
}

function encode(fields: Fields): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : value) encoded.append(name, one);
  }
  return encoded.toString();
}

function remember(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at).trim();
  const value = pair.slice(at + 1).trim();
  const ended = attributes.some((attribute) => /^\s*max-age=(0|-\d+)\s*$/i.test(attribute));
  if (ended || value === '') cookies.delete(name);
  else cookies.set(name, value);
}
