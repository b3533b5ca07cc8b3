import { rememberNetwork } from '#db/queries/accounts.ts';
import { hasSignedInBefore, isKnownDevice, rememberDevice } from '#db/queries/devices.ts';
import { deleteSessionsBeyond } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { inTransaction } from '#domain/transaction.ts';
import { maxSessionsPerUser, type Auth, type Browser } from './auth.ts';
import { composeNewDevice } from './compose-new-device.ts';
import { deviceOf } from './device-of.ts';
import { factorNames, type SignInFactor } from './factor.ts';
import { createToken, hashToken } from './one-time-token.ts';

/**
 * What every finished sign-in does, by whatever factor: ends sessions beyond the limit, remembers network and browser,
 * and writes the activity. The owner is emailed when the browser is new, except for the first sign-in of an account.
 * @returns the cookie that makes this browser known; none when it is known already.
 */
export async function completeSignIn(
  ctx: DomainContext,
  auth: Pick<Auth, 'deviceCookie'>,
  who: { userId: string; email: string },
  factor: SignInFactor,
  browser: Browser,
): Promise<{ setCookies: string[] }> {
  const setCookies = await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const { userId, email } = who;
    await deleteSessionsBeyond(trx, userId, { isPending: false, max: maxSessionsPerUser });
    const isFirst = !(await hasSignedInBefore(trx, userId));
    await rememberNetwork(trx, userId, networkOf(ctx.clientAddress));
    const device = browser.device ?? createToken();
    const isKnown = browser.device !== null && (await isKnownDevice(trx, email, hashToken(device)));
    await rememberDevice(trx, userId, hashToken(device));
    if (!isKnown && !isFirst) {
      const facts = {
        to: email,
        origin: ctx.origin,
        device: deviceOf(browser.userAgent),
        factor: factorNames[factor],
      };
      await enqueueEmail(tx, composeNewDevice(facts));
    }
    await recordActivity(trx, ctx, { action: 'sign-in', by: who, after: { factor: factorNames[factor] } });
    return isKnown ? [] : [auth.deviceCookie(device)];
  });
  reportSecurityEvent(ctx, 'sign-in', {}, who);
  return { setCookies };
}
