import { randomUUID } from 'node:crypto';

import type { LinkPurpose } from '#db/queries/account-links.ts';
import { act, everybody, noOne, read, screen, type Fields, type Row } from './row.ts';
import { kinds, type Kind, type World } from './world.ts';

const password = 'a brand new one';
const account = (): Fields => ({ email: `${randomUUID()}@firm.test`, displayName: 'A', password });

/** Who is signed in is redirected to the admin, whatever is sent. */
const outside: readonly Kind[] = ['anonymous', 'no-role', 'removed'];
const signedIn = kinds.filter((kind) => kind !== 'anonymous');

const linkFor = (purpose: LinkPurpose) => ({ at: (world: World) => world.accountLink(purpose) });

const login = screen('admin/auth/login.tsx', '/admin/login');
const secondFactor = screen('admin/auth/second-factor.tsx', '/admin/second-factor');
const logout = screen('admin/auth/logout.ts', '/admin/logout');
const setup = screen('admin/auth/setup.tsx', '/admin/setup?token={}', { at: (world) => world.setupToken() });
const forgotPassword = screen('admin/auth/forgot-password.tsx', '/admin/forgot-password');
const signInLink = screen('admin/auth/sign-in-link.tsx', '/admin/login/link?token={}', linkFor('sign-in'));
const resetPassword = screen(
  'admin/auth/reset-password.tsx',
  '/admin/reset-password?token={}',
  linkFor('password-reset'),
);
const confirm = screen('admin/auth/confirm.tsx', '/admin/confirm?token={}', linkFor('email-confirmation'));
const emailChange = screen(
  'admin/auth/email-change.tsx',
  '/admin/email-change?token={}',
  linkFor('email-change'),
);
const invitation = screen('admin/auth/invitation.tsx', '/admin/invitation?token={}', {
  at: async (world) => (await world.invitation()).token,
});

/** Ways in and out: signing in, links that sign a user in, and the same for programs. */
export const authRows: readonly Row[] = [
  login.read(everybody),
  login.act('sign in', ['anonymous'], { only: ['anonymous'], send: (world) => world.credentials() }),
  login.act('sign in with a wrong password', noOne, {
    send: () => ({ email: 'unknown@firm.test', password: 'not the password' }),
    only: outside,
    leaves: ['activity'],
  }),
  login.act('ask for the confirmation again', everybody, {
    intent: 'resend-confirmation',
    send: () => ({ email: `${randomUUID()}@firm.test` }),
    changesNothing: true,
  }),
  read('admin/auth/passkey-options.ts', '/admin/login/passkey', everybody),
  login.act('sign in with a made-up passkey', noOne, {
    intent: 'passkey',
    send: () => ({ credential: '{}' }),
    only: outside,
  }),
  // No issuer is configured.
  read('admin/auth/single-sign-on.ts', '/admin/login/sso', noOne),
  read('admin/auth/single-sign-on-callback.tsx', '/admin/login/sso/callback?code=x&state=x', noOne),
  read('admin/auth/done.tsx', '/admin/login/done', everybody),
  signInLink.read(everybody),
  signInLink.act('sign in with a link', everybody, { fresh: true }),
  signInLink.act('sign in with a link for something else', noOne, linkFor('password-reset')),
  secondFactor.read(everybody, { only: ['editor', 'admin', 'super_admin'] }),
  secondFactor.read(noOne, { only: ['anonymous'] }),
  secondFactor.act('prove a second factor without a sign-in', noOne, {
    only: ['anonymous'],
    send: () => ({ code: '123456' }),
  }),
  logout.read(everybody),
  logout.act('sign out', everybody, { only: signedIn, fresh: true }),
  logout.act('sign out without a session', everybody, { only: ['anonymous'], changesNothing: true }),
  setup.read(noOne),
  setup.act('set up a second first admin', noOne, { send: account }),
  forgotPassword.read(everybody),
  forgotPassword.act('ask for a new password', everybody, {
    send: () => ({ email: `${randomUUID()}@firm.test` }),
  }),
  resetPassword.read(everybody),
  resetPassword.act('set a new password with the link', everybody, {
    fresh: true,
    send: () => ({ password }),
  }),
  resetPassword.act('set a new password with a made-up link', noOne, {
    at: async () => 'x',
    send: () => ({ password }),
  }),
  confirm.read(everybody),
  confirm.act('confirm an address with the link', everybody),
  confirm.act('confirm with a link for something else', noOne, linkFor('password-reset')),
  emailChange.read(everybody),
  emailChange.act('change an email address with the link', everybody),
  emailChange.act('change an email address with another link', noOne, linkFor('password-reset')),
  invitation.read(everybody),
  invitation.act('accept an invitation', everybody, { fresh: true, send: account }),
  invitation.act('accept with a made-up link', noOne, { at: async () => 'x', send: account }),

  read('api-auth.ts', '/api/auth/get-session', everybody),
  read('api-auth.ts', '/api/auth/list-sessions', noOne),
  asProgram('sign up', 'sign-up/email', everybody, {
    fresh: true,
    send: () => ({ ...account(), username: randomUUID() }),
  }),
  asProgram('sign in as a program', 'sign-in/email', ['anonymous'], {
    only: ['anonymous'],
    send: (world) => world.credentials(),
  }),
  asProgram('sign in as a program with a made-up passkey', 'sign-in/passkey', noOne, {
    send: () => ({ credential: '{}' }),
  }),
  asProgram('sign out as a program', 'sign-out', everybody, { only: signedIn, fresh: true }),
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
  ].map((name) => asProgram(`reach the library’s own ${name}`, name, noOne, { send: everyField })),
];

function asProgram(what: string, name: string, may: Row['may'], more: Partial<Row>): Row {
  return act(what, 'api-auth.ts', `/api/auth/${name}`, may, { isJson: true, ...more });
}

function everyField(): Fields {
  return {
    newPassword: password,
    currentPassword: 'correct horse battery',
    email: 'a@firm.test',
    name: 'x',
  };
}
