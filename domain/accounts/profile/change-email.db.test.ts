import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { createPasskeys } from '#adapters/passkeys.ts';
import type { Database } from '#db/client.ts';
import { replaceAccountLink } from '#db/queries/account-links.ts';
import { findAccount, updateUser } from '#db/queries/accounts.ts';
import type { Actor } from '#domain/core/context.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { test } from '#tests/database.ts';
import {
  addStoredPasskey,
  contextAs,
  contextOn,
  emailsIn,
  mailing,
  plainHash,
  plainPasswords,
} from '#tests/factories.ts';
import { createPasskeyDevice } from '#tests/passkey-device.ts';
import { secretOf } from '#tests/totp-app.ts';
import { changeEmail, findEmailChange, requestEmailChange } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { finishAuthenticator, removeAuthenticator, startAuthenticator } from '../factors/authenticator.ts';
import { addPasskey, passkeyRegistrationOptions, removePasskey } from '../factors/manage-passkeys.ts';
import { renewRecoveryCodes } from '../factors/recovery-codes.ts';
import { stepAt, totpCode } from '../factors/totp.ts';
import { findLink, openLink } from '../links.ts';
import { createPasswordLink, createSignInLink, resetFactors } from '../operator/recovery.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { hashToken } from '#domain/core/secrets.ts';
import { signUp } from './sign-up.ts';
import { createToken, listOwnTokens } from '../tokens/manage-tokens.ts';

type Owner = DomainContext & { actor: Actor };

const passkeys = createPasskeys({ own: 'http://localhost', aliases: [] });

async function owner(db: Database): Promise<Owner & { securityEvents: { event: string }[] }> {
  const ctx = await contextAs(db, 'editor', { ...mailing, origin: 'http://localhost' });
  await sql`insert into sessions (id, user_id, token_hash)
    values (${ctx.session?.id}, ${ctx.actor.userId}, ${randomUUID()})`.execute(db);
  return ctx;
}

/** The token of the latest email to an address with this subject. */
async function tokenSentTo(ctx: DomainContext, address: string, subject: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs where payload->>'to' = ${address} and payload->>'subject' = ${subject}
    order by created_at desc limit 1`.execute(ctx.db);
  if (!rows[0]) throw new Error(`No email "${subject}" to ${address}.`);
  return ctx.emailToken(rows[0].id);
}

const emailOf = async (ctx: Owner) => (await findAccount(ctx.db, ctx.actor.userId))?.email;

/** Changes the address of an account, as its owner or a thief would. @returns the token that undoes it. */
async function change(ctx: Owner, to: string): Promise<string> {
  await requestEmailChange(ctx, { email: to });
  expect(await changeEmail(ctx, await tokenSentTo(ctx, to, 'Confirm your new email address'))).toBeNull();
  return tokenSentTo(ctx, ctx.actor.email, 'The email address of your account has changed');
}

describe('the link that undoes a change of the address', () => {
  test('survives every attempt of a thief to void it', async ({ db }) => {
    const ctx = await owner(db);
    const { email } = ctx.actor;
    const undo = await change(ctx, 'thief@evil.test');
    const thief = { ...ctx, actor: { ...ctx.actor, email: 'thief@evil.test' } };
    await expect(requestEmailChange(thief, { email: 'second@evil.test' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    const typed = { currentPassword: 'correct horse', password: 'a thief of horses' };
    await changePassword(thief, plainPasswords, typed, null);
    await signUp(contextOn(db), plainHash, { email, password: 'correct horse' }, null);

    expect(await findEmailChange(ctx, undo)).toEqual({ from: 'thief@evil.test', to: email, isUndo: true });
    const reset = await changeEmail(contextOn(db), undo);
    expect(await emailOf(ctx)).toBe(email);
    expect(await findLink(ctx, 'password-reset', reset ?? '')).toBe(email);
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  test.for([
    ['confirmed it', { email_verified: true }],
    ['had a role', { had_role: true }],
  ] as const)('does not delete another account with the old address that %s', async ([, account], { db }) => {
    const ctx = await owner(db);
    const undo = await change(ctx, 'new@firm.test');
    await db
      .insertInto('users')
      .values({ email: ctx.actor.email, ...account })
      .execute();
    await expect(changeEmail(contextOn(db), undo)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await emailOf(ctx)).toBe('new@firm.test');
  });

  test('stands before a change that was requested while it was made', async ({ db }) => {
    const ctx = await owner(db);
    const { userId } = ctx.actor;
    await change(ctx, 'new@firm.test');
    const late = { userId, purpose: 'email-change', minutes: 60, newEmail: 'late@evil.test' } as const;
    await replaceAccountLink(db, late, hashToken('late'));
    await expect(changeEmail(ctx, 'late')).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await emailOf(ctx)).toBe('new@firm.test');
  });
});

test('requestEmailChange tells the present address and the security log', async ({ db }) => {
  const ctx = await owner(db);
  await requestEmailChange(ctx, { email: 'new@firm.test' });
  await tokenSentTo(ctx, ctx.actor.email, 'A new email address was requested for your account');
  expect(ctx.securityEvents).toMatchObject([{ event: 'email-change-requested' }]);
});

test('requestEmailChange sends nothing to an address of an account, and does not say so', async ({ db }) => {
  const ctx = await owner(db);
  const { email } = (await contextAs(db, 'editor')).actor;
  await requestEmailChange(ctx, { email });
  expect(await emailsIn(db)).toMatchObject([{ to: ctx.actor.email }]);
});

const ways: Record<string, (ctx: Owner) => Promise<unknown>> = {
  'a new password': (ctx) => {
    const typed = { currentPassword: 'correct horse', password: 'a brand new one' };
    return changePassword(ctx, plainPasswords, typed, null);
  },
  'a new password by email': async (ctx) => {
    await requestPasswordReset(ctx, ctx.actor.email);
    const token = await tokenSentTo(ctx, ctx.actor.email, 'Choose a new password');
    await resetPassword(ctx, plainHash, { token, password: 'a brand new one' });
  },
  'a new address': async (ctx) => {
    const token = await tokenSentTo(ctx, 'new@firm.test', 'Confirm your new email address');
    await changeEmail(ctx, token);
  },
  'a new passkey': async (ctx) => {
    const options = await passkeyRegistrationOptions(ctx, passkeys);
    const credential = createPasskeyDevice(ctx.origin).register(options);
    await addPasskey(ctx, passkeys, { name: 'Laptop', credential });
  },
  'a removed passkey': async (ctx) => {
    await removePasskey(ctx, await addStoredPasskey(ctx.db, ctx.actor.userId));
  },
  'an authenticator app': async (ctx) => {
    const { secret } = await startAuthenticator(ctx);
    await finishAuthenticator(ctx, totpCode(secretOf(secret), stepAt(ctx.now())));
  },
  'a removed app': async (ctx) => {
    await startAuthenticator(ctx);
    await updateUser(ctx.db, ctx.actor.userId, { authenticator_confirmed_at: ctx.now() });
    await removeAuthenticator(ctx);
  },
  'new recovery codes': renewRecoveryCodes,
  'a password link of the command line': (ctx) => createPasswordLink(ctx, ctx.actor.email),
  'a sign-in link of the command line': (ctx) => createSignInLink(ctx, ctx.actor.email),
  'removed factors': (ctx) => resetFactors(ctx, ctx.actor.email),
};

/** They change no way in that a token could have come from. */
const keepTokens = new Set(['new recovery codes', 'a sign-in link of the command line']);

test.for(Object.entries(ways))(
  'open links and tokens of an account end with %s',
  async ([way, act], { db }) => {
    const ctx = await owner(db);
    const { userId } = ctx.actor;
    await requestEmailChange(ctx, { email: 'new@firm.test' });
    const requested = await tokenSentTo(ctx, 'new@firm.test', 'Confirm your new email address');
    const signIn = await openLink(db, { userId, purpose: 'sign-in' });
    const reset = await openLink(db, { userId, purpose: 'password-reset' });
    await createToken(ctx, { name: 'Script', days: '30' });
    await act(ctx);
    expect(await findEmailChange(ctx, requested)).toBeNull();
    expect(await findLink(ctx, 'sign-in', signIn)).toBeNull();
    expect(await findLink(ctx, 'password-reset', reset)).toBeNull();
    expect((await listOwnTokens(ctx)).tokens).toHaveLength(keepTokens.has(way) ? 1 : 0);
  },
);
