import { randomBytes } from 'node:crypto';

import { encode } from 'uqr';

import {
  deleteAuthenticator,
  findAuthenticator,
  storeUnconfirmedSecret,
  takeAuthenticatorStep,
} from '#db/queries/authenticators.ts';
import { updateUser } from '#db/queries/accounts.ts';
import { markSessionProved } from '#db/queries/sessions.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import type { Core, Secrets, SiteOrigin, Outgoing, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requireFreshProof } from '#domain/core/context.ts';
import { conflict, invalid, notFound } from '#domain/core/errors.ts';
import { limitAttempts, takeBackAttempt, type LimitContext } from '#domain/limits/limit-attempts.ts';
import { notifyFactorChange } from '../emails.ts';
import { endAccess } from '../links.ts';
import { decryptSecret, encryptSecret } from '#domain/core/secrets.ts';
import { codeLimits } from '../sign-in-limits.ts';
import { authenticatorKey } from './check-code.ts';
import { withSecondFactor } from '../factor.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { acceptedStep, base32 } from './totp.ts';

/** A QR code as an SVG path in a square of `size` modules, with the quiet zone of the standard around it. */
export type QrCode = { size: number; path: string };

function qrCodePath(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}

/** Bytes; as long as the hash of the codes (RFC 4226). */
const secretLength = 20;

const exists = 'Your account has an authenticator app already. Remove it first.';

/**
 * Makes a new secret for an authenticator app. It counts for nothing until a code of the app confirms it.
 * @returns the secret as text and as a QR code, to be shown once.
 * @throws conflict when there is an app already; unproved.
 */
export async function startAuthenticator(
  ctx: Core & SiteOrigin & Secrets & OwnSession,
): Promise<{ secret: string; qrCode: QrCode }> {
  const { actor } = requireFreshProof(ctx);
  const secret = randomBytes(secretLength);
  const encrypted = encryptSecret(authenticatorKey(ctx), secret, actor.userId);
  if (!(await storeUnconfirmedSecret(ctx.db, actor.userId, encrypted))) throw conflict(exists);
  const text = base32(secret);
  const site = new URL(ctx.origin).hostname;
  const parameters = new URLSearchParams({ secret: text, issuer: site });
  const address = `otpauth://totp/${encodeURIComponent(`${site}:${actor.email}`)}?${parameters}`;
  return { secret: text.replace(/(.{4})(?!$)/g, '$1 '), qrCode: qrCodePath(address) };
}

/**
 * Confirms the new secret with a code of the app. The session counts as started with it; every other one ends.
 * @returns new recovery codes, to be shown once; earlier ones end.
 * @throws invalid for a wrong code, conflict, too-many, unproved.
 */
export async function finishAuthenticator(
  ctx: Core & Outgoing & Secrets & LimitContext & OwnSession,
  typed: string,
): Promise<string[]> {
  const { actor, session } = requireFreshProof(ctx);
  const limits = codeLimits(actor.userId);
  await limitAttempts(ctx, limits);
  const app = await findAuthenticator(ctx.db, actor.userId);
  if (app?.authenticator_confirmed_at) throw conflict(exists);
  const stored = app?.authenticator_secret;
  const secret = stored && decryptSecret(authenticatorKey(ctx), stored, actor.userId);
  const code = typed.replace(/\s/g, '');
  const step = secret ? acceptedStep(secret, code, 0, ctx.now()) : null;
  if (step === null) {
    const wrong =
      'This code is incorrect. Check the clock of your phone and type the code that is shown now.';
    throw invalid(wrong, { code: wrong });
  }
  await takeBackAttempt(ctx, limits);
  const codes = createRecoveryCodes();
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    if (!(await takeAuthenticatorStep(trx, actor.userId, step))) throw conflict(exists);
    await updateUser(trx, actor.userId, {
      authenticator_confirmed_at: tx.now(),
      recovery_code_hashes: codes.map(hashRecoveryCode),
    });
    await markSessionProved(trx, session.id, withSecondFactor(session.factor, 'code'));
    await endAccess(trx, actor.userId, session.id);
    await recordSecurityActivity(tx, { action: 'authenticator-added' });
    await notifyFactorChange(tx, actor.email, 'An authenticator app was set up.');
  });
  return codes;
}

/**
 * Removes one's own authenticator app. Every other session ends.
 * @throws not-found, unproved.
 */
export async function removeAuthenticator(
  ctx: Core & Outgoing & SecurityContext & OwnSession,
): Promise<void> {
  const { actor, session } = requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    if (!(await deleteAuthenticator(trx, actor.userId))) {
      throw notFound('The authenticator app has been removed already.');
    }
    await endAccess(trx, actor.userId, session.id);
    await recordSecurityActivity(tx, { action: 'authenticator-removed' });
    await notifyFactorChange(tx, actor.email, 'The authenticator app was removed.');
  });
}
