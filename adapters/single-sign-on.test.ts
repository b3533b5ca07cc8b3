import { createHmac, createPublicKey } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { createToken } from '#domain/core/secrets.ts';
import { IssuerUnavailable, type Identity } from '#domain/accounts/single-sign-on.ts';
import { getAccessToken, signInAtIssuer, useIssuer, type IdToken, type IssuerPerson } from '#tests/issuer.ts';
import { createLog } from './log.ts';
import { createSingleSignOn } from './single-sign-on.ts';

const site = 'http://127.0.0.1:1';

const issuer = useIssuer();

beforeAll(() => {
  issuer.serve(site);
  issuer.people.set('known', { email: 'Known@firm.test', email_verified: true, name: 'Known' });
});

/** It keeps what it has read of the issuer; a new one has read nothing yet. */
function singleSignOn() {
  const { OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '' } = issuer.settings;
  const callback = `${site}/admin/login/sso/callback`;
  const log = createLog({ level: 'silent' });
  return createSingleSignOn({ log, callback, issuer: new URL(issuer.url), clientId, clientSecret });
}

/** Whom the site is told of after a sign-in at the issuer. */
async function identify(
  login = 'known',
  {
    before,
    change,
    signInAfter = null,
  }: { before?: () => void; change?: (address: URL) => void; signInAfter?: Date | null } = {},
): Promise<Identity | null> {
  const sso = singleSignOn();
  const request = {
    state: createToken(),
    nonce: createToken(),
    codeVerifier: createToken() + createToken(),
    signInAfter,
  };
  const { href } = await sso.authorizationUrl(request);
  const address = new URL(await signInAtIssuer(href, login), site);
  before?.();
  change?.(address);
  return sso.identify(address, request);
}

function withClaims(claims: Record<string, unknown>) {
  return ({ header, claims: own }: IdToken) => ({ token: { header, claims: { ...own, ...claims } } });
}

test('identify names the user as the issuer knows them', async () => {
  expect(await identify()).toMatchObject({
    subject: 'known',
    email: 'known@firm.test',
    name: 'Known',
    hasTwoFactors: false,
  });
});

test.for<[string, IssuerPerson]>([
  ['that the issuer does not call verified', { email: 'unverified@firm.test', email_verified: false }],
  ['that is none', {}],
  ['with a character that is another in lower case', { email: '\u212Anife@firm.test', email_verified: true }],
])('identify names no address %s', async ([, person]) => {
  issuer.people.set('odd', person);
  expect(await identify('odd')).toMatchObject({ subject: 'odd', email: null });
});

test.for<[object, Partial<Identity>]>([
  [{ amr: ['pwd', 'mfa'] }, { hasTwoFactors: true }],
  [{ acr: 'phr' }, { hasTwoFactors: true }],
  [{ amr: ['pwd'], acr: '1' }, { hasTwoFactors: false }],
  [{ auth_time: 1_700_000_000 }, { signedInAt: new Date(1_700_000_000_000) }],
  [{ auth_time: undefined }, { signedInAt: null }],
])('identify reads %j as %j', async ([claims, identity]) => {
  issuer.tamper = withClaims({ ...claims });
  expect(await identify()).toMatchObject(identity);
});

type Change = {
  token?: (token: IdToken) => { token: IdToken; key?: 'other' | 'none' };
  callback?: (address: URL) => void;
  signInAfter?: Date;
};
/** Changes what the issuer says in the address that leads back to the site. */
const says = (name: string, value: string): Change => ({
  callback: ({ searchParams }) => searchParams.set(name, value),
});
const saysNo = (name: string): Change => ({ callback: ({ searchParams }) => searchParams.delete(name) });

test.for<[string, Change]>([
  ['a wrong nonce', { token: withClaims({ nonce: 'another' }) }],
  ['no nonce', { token: withClaims({ nonce: undefined }) }],
  ['a token of another issuer', { token: withClaims({ iss: 'https://evil.test' }) }],
  ['a token for another client', { token: withClaims({ aud: 'another-client' }) }],
  [
    'a token for us and another client, asked for by that one',
    { token: withClaims({ aud: ['site', 'another'], azp: 'another' }) },
  ],
  ['a token for us alone, asked for by another client', { token: withClaims({ azp: 'another' }) }],
  ['a token that is issued later', { token: withClaims({ iat: Math.floor(Date.now() / 1_000) + 600 }) }],
  ['a token that has expired', { token: withClaims({ exp: Math.floor(Date.now() / 1_000) - 600 }) }],
  ['a token of the future', { token: withClaims({ nbf: Math.floor(Date.now() / 1_000) + 600 }) }],
  ['a token without a subject', { token: withClaims({ sub: '' }) }],
  ['a signature by another key', { token: (token) => ({ token, key: 'other' }) }],
  ['no signature', { token: (token) => ({ token, key: 'none' }) }],
  ['a wrong state', says('state', 'another')],
  ['no state', saysNo('state')],
  ['another issuer in the address', says('iss', 'https://evil.test')],
  ['a made-up code', says('code', 'made-up')],
  ['no code', saysNo('code')],
  [
    'a user who said no',
    {
      callback: (address) => {
        address.searchParams.delete('code');
        address.searchParams.set('error', 'access_denied');
      },
    },
  ],
  [
    'an old sign-in where a new one was asked for',
    { token: withClaims({ auth_time: Math.floor(Date.now() / 1_000) - 3_600 }), signInAfter: new Date() },
  ],
])('identify refuses %s', async ([, { token = null, callback: change = () => {}, signInAfter = null }]) => {
  issuer.tamper = token;
  expect(await identify('known', { change, signInAfter })).toBeNull();
});

describe('an issuer is unavailable that', () => {
  test.for([
    ['drops connections', { failure: { is: 'drops' } }],
    ['never answers', { failure: { is: 'says nothing' } }],
    ['answers with garbage', { failure: { is: 'garbage' } }],
    ['never ends its answer', { failure: { is: 'endless' } }],
    ['answers 500', { failure: { is: 500 } }],
    ['names an endpoint that is no address', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['is another one than the configured', { metadata: { issuer: 'https://evil.test' } }],
  ] as const)('%s, and is asked again as soon as it answers', { timeout: 15_000 }, async ([, wrong]) => {
    Object.assign(issuer, wrong);
    const sso = singleSignOn();
    const request = { state: 'a', nonce: 'b', codeVerifier: 'c'.repeat(43), signInAfter: null };
    await expect(sso.authorizationUrl(request)).rejects.toBeInstanceOf(IssuerUnavailable);
    Object.assign(issuer, { failure: null, metadata: {} });
    await expect(sso.authorizationUrl(request)).resolves.toBeInstanceOf(URL);
  });

  test.for([
    ['drops connections', { is: 'drops', at: '/token' }],
    ['answers with garbage', { is: 'garbage', at: '/token' }],
    ['answers 500', { is: 500, at: '/token' }],
    ['cannot tell more of the user', { is: 500, at: '/me' }],
  ] as const)('%s for the token', async ([, failure]) => {
    const outcome = identify('known', { before: () => (issuer.failure = failure) });
    await expect(outcome).rejects.toBeInstanceOf(IssuerUnavailable);
  });
});

describe('verify', () => {
  const resource = `${site}/mcp`;
  const seconds = () => Math.floor(Date.now() / 1_000);
  const given = () => getAccessToken(issuer, 'known', resource);
  const verify = (token: string) => singleSignOn().verify(token, resource);
  const known = { subject: 'known', client: 'site', hasTwoFactors: false };

  test('names the person and the program of an access token that the issuer gave for this address', async () => {
    const { text, header } = await given();
    expect(header['typ']).toBe('at+jwt');
    expect(await verify(text)).toEqual(known);
  });

  test.for<[string, Record<string, unknown>]>([
    ['without a type', { typ: undefined }],
    ['of the general type', { typ: 'JWT' }],
    ['with the whole media type', { typ: 'application/at+jwt' }],
  ])('takes a token %s', async ([, changed]) => {
    const { header, claims } = await given();
    expect(await verify(issuer.sign({ header: { ...header, ...changed }, claims }))).toEqual(known);
  });

  test('says that the issuer asked for two factors', async () => {
    const { header, claims } = await given();
    const token = issuer.sign({ header, claims: { ...claims, amr: ['pwd', 'mfa'] } });
    expect(await verify(token)).toEqual({ ...known, hasTwoFactors: true });
  });

  test.for<[string, { claims?: object; header?: object; key?: 'other' | 'none' }]>([
    ['for another address', { claims: { aud: `${site}/other` } }],
    ['for the site as a client, as an ID token is', { claims: { aud: 'site' } }],
    ['for no address', { claims: { aud: undefined } }],
    ['of another issuer', { claims: { iss: 'https://other.test' } }],
    ['of no issuer', { claims: { iss: undefined } }],
    ['that has expired', { claims: { exp: seconds() - 61 } }],
    ['that never expires', { claims: { exp: undefined } }],
    ['that is not valid yet', { claims: { nbf: seconds() + 120 } }],
    ['of no person', { claims: { sub: undefined } }],
    ['of a person without a name', { claims: { sub: '' } }],
    ['of a person with an endless name', { claims: { sub: 'x'.repeat(256) } }],
    ['that is bound to a key of the program', { claims: { cnf: { jkt: 'x' } } }],
    ['of another type', { header: { typ: 'logout+jwt' } }],
    ['that demands what is unknown', { header: { crit: ['unknown'], unknown: true } }],
    ['signed with an unknown key', { header: { kid: 'unknown' } }],
    ['signed with a key of another', { key: 'other' }],
    ['signed with nothing', { key: 'none' }],
    ['signed by an algorithm that is not allowed', { header: { alg: 'RS512' } }],
  ])('refuses a token %s', async ([, { claims: claim = {}, header: head = {}, key }]) => {
    const { header, claims } = await given();
    const token = { header: { ...header, ...head }, claims: { ...claims, ...claim } };
    expect(await verify(issuer.sign(token, key))).toBeNull();
  });

  test('refuses a token that is signed with the public key as a secret', async () => {
    const { claims } = await given();
    const { jwks_uri: address } = await (
      await fetch(`${issuer.url}/.well-known/openid-configuration`)
    ).json();
    const { keys } = await (await fetch(address)).json();
    const secret = createPublicKey({ key: keys[0], format: 'jwk' });
    for (const shape of [
      secret.export({ type: 'spki', format: 'pem' }),
      secret.export({ type: 'spki', format: 'der' }),
      JSON.stringify(keys[0]),
    ]) {
      const text = [{ alg: 'HS256', typ: 'at+jwt', kid: 'key' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const mac = createHmac('sha256', shape).update(text).digest('base64url');
      expect(await verify(`${text}.${mac}`)).toBeNull();
    }
  });

  test('refuses what is no token', async () => {
    for (const text of ['', '.', '..', 'a.b.c', 'e30.e30.', `${'x'.repeat(10_000)}.x.x`])
      expect(await verify(text)).toBeNull();
  });

  test.for(['drops', 'says nothing', 'garbage', 'endless', 500] as const)(
    'tells that the issuer cannot be asked for its keys: %s',
    async (is) => {
      const { text } = await given();
      const sso = singleSignOn();
      for (const at of ['/.well-known/openid-configuration', '/jwks']) {
        issuer.failure = { is, at };
        await expect(sso.verify(text, resource)).rejects.toBeInstanceOf(IssuerUnavailable);
        issuer.failure = null;
      }
      expect(await sso.verify(text, resource)).toEqual(known);
    },
  );

  test('unknown keys are asked for twice a minute at most', async () => {
    const { header, claims } = await given();
    const sso = singleSignOn();
    await sso.verify(issuer.sign({ header, claims }), resource);
    issuer.failure = { is: 'drops' };
    const unknown = issuer.sign({ header: { ...header, kid: 'unknown' }, claims });
    expect(await sso.verify(unknown, resource)).toBeNull();
  });
});
