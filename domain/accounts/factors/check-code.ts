import { findAuthenticator, takeAuthenticatorStep, takeRecoveryCode } from '#db/queries/authenticators.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import { inTransaction, type Core, type Secrets, type Outgoing } from '#domain/core/context.ts';
import { notifyFactorChange } from '../emails.ts';
import { decryptSecret } from '#domain/core/secrets.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { acceptedStep } from './totp.ts';

/** The key that encrypts the secrets of authenticator apps. */
export function authenticatorKey(ctx: Secrets): Buffer {
  return ctx.deriveKey('authenticator secret');
}

/**
 * Uses up a code of a user's authenticator app, or one of their recovery codes; the latter is emailed to them.
 * @param typed six digits, or a recovery code
 * @returns which of both it was; null for any other text.
 */
export async function checkCode(
  ctx: Core & Outgoing & Secrets & SecurityContext,
  who: { userId: string; email: string },
  typed: string,
): Promise<'code' | 'recovery-code' | null> {
  const code = typed.replace(/\s/g, '').slice(0, 100);
  if (/^\d{6}$/.test(code)) return (await checkAppCode(ctx, who.userId, code)) ? 'code' : null;
  return (await spendRecoveryCode(ctx, who, code)) ? 'recovery-code' : null;
}

async function checkAppCode(ctx: Core & Secrets, userId: string, code: string): Promise<boolean> {
  const app = await findAuthenticator(ctx.db, userId);
  if (!app?.authenticator_secret || app.authenticator_confirmed_at === null) return false;
  const secret = decryptSecret(authenticatorKey(ctx), app.authenticator_secret, userId);
  const step = secret && acceptedStep(secret, code, app.authenticator_step, ctx.now());
  return step !== null && takeAuthenticatorStep(ctx.db, userId, step);
}

function spendRecoveryCode(
  ctx: Core & Outgoing & SecurityContext,
  { userId, email }: { userId: string; email: string },
  code: string,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const left = await takeRecoveryCode(tx.db, userId, hashRecoveryCode(code));
    if (left === undefined) return false;
    const by = { userId, email };
    await recordSecurityActivity(tx, { action: 'recovery-code-used', by, after: { left } });
    await notifyFactorChange(tx, email, `A recovery code was used. ${left} are left.`);
    return true;
  });
}
