import { randomUUID } from 'node:crypto';

import { act, everybody, noOne, read, type Fields, type Row } from './row.ts';
import { kinds } from './world.ts';

const password = 'a brand new one';
const account = (): Fields => ({ email: `${randomUUID()}@firm.test`, displayName: 'A', password });

/** Ways in and out: signing in, links that sign a user in, and the same for programs. */
export const authRows: readonly Row[] = [
  read('admin/auth/login.tsx', '/admin/login', everybody),
  act('sign in', 'admin/auth/login.tsx', '/admin/login', ['anonymous'], {
    only: ['anonymous'],
    send: (world) => world.credentials(),
  }),
  act('sign in with a wrong password', 'admin/auth/login.tsx', '/admin/login', noOne, {
    send: () => ({ email: 'unknown@firm.test', password: 'not the password' }),
    only: ['anonymous', 'no-role', 'removed'],
    leaves: ['activity'],
  }),
  act('ask for the confirmation again', 'admin/auth/login.tsx', '/admin/login', everybody, {
    intent: 'resend-confirmation',
    send: () => ({ intent: 'resend-confirmation', email: `${randomUUID()}@firm.test` }),
    changesNothing: true,
  }),
  read('admin/auth/passkey-options.ts', '/admin/login/passkey', everybody),
  act('sign in with a made-up passkey', 'admin/auth/login.tsx', '/admin/login', noOne, {
    intent: 'passkey',
    send: () => ({ credential: '{}' }),
    // Who is signed in is redirected to the admin, whatever the passkey.
    only: ['anonymous', 'no-role', 'removed'],
  }),
  // No issuer is configured.
  read('admin/auth/single-sign-on.ts', '/admin/login/sso', noOne),
  read('admin/auth/single-sign-on-callback.tsx', '/admin/login/sso/callback?code=x&state=x', noOne),
  read('admin/auth/done.tsx', '/admin/login/done', everybody),
  read('admin/auth/sign-in-link.tsx', '/admin/login/link?token={}', everybody, {
    at: (world) => world.accountLink('sign-in'),
  }),
  act('sign in with a link', 'admin/auth/sign-in-link.tsx', '/admin/login/link?token={}', everybody, {
    fresh: true,
    at: (world) => world.accountLink('sign-in'),
  }),
  act(
    'sign in with a link for something else',
    'admin/auth/sign-in-link.tsx',
    '/admin/login/link?token={}',
    noOne,
    { at: (world) => world.accountLink('password-reset') },
  ),
  read('admin/auth/second-factor.tsx', '/admin/second-factor', everybody, {
    only: ['editor', 'admin', 'super_admin'],
  }),
  read('admin/auth/second-factor.tsx', '/admin/second-factor', noOne, { only: ['anonymous'] }),
  act(
    'prove a second factor without a sign-in',
    'admin/auth/second-factor.tsx',
    '/admin/second-factor',
    noOne,
    {
      only: ['anonymous'],
      send: () => ({ code: '123456' }),
    },
  ),
  read('admin/auth/logout.ts', '/admin/logout', everybody),
  act('sign out', 'admin/auth/logout.ts', '/admin/logout', everybody, {
    only: kinds.filter((kind) => kind !== 'anonymous'),
    fresh: true,
  }),
  act('sign out without a session', 'admin/auth/logout.ts', '/admin/logout', everybody, {
    only: ['anonymous'],
    changesNothing: true,
  }),
  read('admin/auth/setup.tsx', '/admin/setup?token={}', noOne, { at: (world) => world.setupToken() }),
  act('set up a second first admin', 'admin/auth/setup.tsx', '/admin/setup?token={}', noOne, {
    at: (world) => world.setupToken(),
    send: account,
  }),
  read('admin/auth/forgot-password.tsx', '/admin/forgot-password', everybody),
  act('ask for a new password', 'admin/auth/forgot-password.tsx', '/admin/forgot-password', everybody, {
    send: () => ({ email: `${randomUUID()}@firm.test` }),
  }),
  read('admin/auth/reset-password.tsx', '/admin/reset-password?token={}', everybody, {
    at: (world) => world.accountLink('password-reset'),
  }),
  act(
    'set a new password with the link',
    'admin/auth/reset-password.tsx',
    '/admin/reset-password?token={}',
    everybody,
    { fresh: true, at: (world) => world.accountLink('password-reset'), send: () => ({ password }) },
  ),
  act(
    'set a new password with a made-up link',
    'admin/auth/reset-password.tsx',
    '/admin/reset-password?token=x',
    noOne,
    { send: () => ({ password }) },
  ),
  read('admin/auth/confirm.tsx', '/admin/confirm?token={}', everybody, {
    at: (world) => world.accountLink('email-confirmation'),
  }),
  act('confirm an address with the link', 'admin/auth/confirm.tsx', '/admin/confirm?token={}', everybody, {
    at: (world) => world.accountLink('email-confirmation'),
  }),
  act('confirm with a link for something else', 'admin/auth/confirm.tsx', '/admin/confirm?token={}', noOne, {
    at: (world) => world.accountLink('password-reset'),
  }),
  read('admin/auth/email-change.tsx', '/admin/email-change?token={}', everybody, {
    at: (world) => world.accountLink('email-change'),
  }),
  act(
    'change an email address with the link',
    'admin/auth/email-change.tsx',
    '/admin/email-change?token={}',
    everybody,
    {
      at: (world) => world.accountLink('email-change'),
    },
  ),
  act(
    'change an email address with another link',
    'admin/auth/email-change.tsx',
    '/admin/email-change?token={}',
    noOne,
    {
      at: (world) => world.accountLink('password-reset'),
    },
  ),
  read('admin/auth/invitation.tsx', '/admin/invitation?token={}', everybody, {
    at: async (world) => (await world.invitation()).token,
  }),
  act('accept an invitation', 'admin/auth/invitation.tsx', '/admin/invitation?token={}', everybody, {
    fresh: true,
    at: async (world) => (await world.invitation()).token,
    send: account,
  }),
  act('accept with a made-up link', 'admin/auth/invitation.tsx', '/admin/invitation?token=x', noOne, {
    send: account,
  }),

  read('api-auth.ts', '/api/auth/get-session', everybody),
  read('api-auth.ts', '/api/auth/list-sessions', noOne),
  act('sign up', 'api-auth.ts', '/api/auth/sign-up/email', everybody, {
    fresh: true,
    isJson: true,
    send: () => ({ ...account(), username: randomUUID() }),
  }),
  act('sign in as a program', 'api-auth.ts', '/api/auth/sign-in/email', ['anonymous'], {
    only: ['anonymous'],
    isJson: true,
    send: (world) => world.credentials(),
  }),
  act('sign in as a program with a made-up passkey', 'api-auth.ts', '/api/auth/sign-in/passkey', noOne, {
    isJson: true,
    send: () => ({ credential: '{}' }),
  }),
  act('sign out as a program', 'api-auth.ts', '/api/auth/sign-out', everybody, {
    only: kinds.filter((kind) => kind !== 'anonymous'),
    fresh: true,
    isJson: true,
  }),
  ...[
    'change-password',
    'change-email',
    'update-user',
    'delete-user',
    'revoke-sessions',
    'request-password-reset',
    'reset-password',
    'verify-email',
    'update-session',
  ].map((name) =>
    act(`reach the library’s own ${name}`, 'api-auth.ts', `/api/auth/${name}`, noOne, {
      isJson: true,
      send: () => ({
        newPassword: password,
        currentPassword: 'correct horse battery',
        email: 'a@firm.test',
        name: 'x',
      }),
    }),
  ),
];
