import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { createToken } from '#domain/accounts/secrets.ts';
import { IssuerUnavailable, type Identity } from '#domain/accounts/sign-in/single-sign-on.ts';
import { signInAtIssuer, startIssuer, type IdToken, type Issuer, type IssuerPerson } from '#tests/issuer.ts';
import { createLog } from './log.ts';
import { createSingleSignOn } from './single-sign-on.ts';

const site = 'http://127.0.0.1:1';

let issuer: Issuer;

beforeAll(async () => {
  issuer = await startIssuer();
  issuer.serve(site);
  issuer.people.set('known', { email: 'Known@firm.test', email_verified: true, name: 'Known' });
});
afterEach(() => {
  issuer.tamper = null;
  issuer.failure = null;
  issuer.metadata = {};
});
afterAll(() => issuer.stop());

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
  }: {
    before?: () => void;
    change?: (address: URL) => void;
    signInAfter?: Date | null;
  } = {},
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
  [
    'with a character that becomes another one in lower case',
    { email: '\u212Anife@firm.test', email_verified: true },
  ],
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

test.for<
  [
    string,
    {
      token?: (token: IdToken) => { token: IdToken; key?: 'other' | 'none' };
      callback?: (address: URL) => void;
      signInAfter?: Date;
    },
  ]
>([
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
  ['a wrong state', { callback: (address) => address.searchParams.set('state', 'another') }],
  ['no state', { callback: (address) => address.searchParams.delete('state') }],
  [
    'another issuer in the address',
    { callback: (address) => address.searchParams.set('iss', 'https://evil.test') },
  ],
  ['a made-up code', { callback: (address) => address.searchParams.set('code', 'made-up') }],
  ['no code', { callback: (address) => address.searchParams.delete('code') }],
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
