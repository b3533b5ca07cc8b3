import { z } from 'zod';

import { lockAdmins } from '#db/queries/admins.ts';
import { findSecondFactorPolicy, updateSecondFactorPolicy } from '#db/queries/sign-in-settings.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requirePermission } from '#domain/actor.ts';
import { needsSecondFactor } from '#domain/auth/factor.ts';
import { notifyFactorChange } from '#domain/auth/notify-factor-change.ts';
import { requireFreshProof } from '#domain/auth/require-fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';

/**
 * Stops asking for a second factor: for the operator of the server, when no one can sign in. Super admins are told by
 * email.
 */
export async function stopSecondFactor(
  ctx: Pick<DomainContext, 'db' | 'mail' | 'origin' | 'outboxFilled'>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    await updateSecondFactorPolicy(trx, 'none');
    await recordActivity(
      trx,
      { actor: null, clientAddress: null },
      {
        action: 'second-factor-policy-changed',
        after: { policy: 'none' },
        by: { process: 'command line' },
      },
    );
    for (const { email } of await lockAdmins(trx, {})) {
      await notifyFactorChange(tx, email, 'The operator of the site stopped asking for a second factor.');
    }
  });
}

const policyInput = z.object({
  policy: z.enum(['none', 'admins', 'everybody'], 'Please choose who needs a second factor.'),
});

/**
 * Changes who needs a second factor. It counts with everybody's next request: who has none is led through it at their
 * next sign-in. Who asks for it has one, so that they know what they ask for and cannot shut themselves out.
 * @throws forbidden, invalid input, unproved.
 */
export async function changeSecondFactorPolicy(ctx: DomainContext, input: unknown): Promise<void> {
  requirePermission(ctx, 'manage-super-admins');
  const { actor, session } = requireFreshProof(ctx);
  const { policy } = parseInput(policyInput, input);
  if (needsSecondFactor(policy, actor.role) && session.factor === 'password') {
    throw invalid('Set up a passkey or an authenticator app for yourself first, under Your account.');
  }
  const before = await findSecondFactorPolicy(ctx.db);
  if (before === policy) return;
  await inTransaction(ctx, async ({ db: trx }) => {
    await updateSecondFactorPolicy(trx, policy);
    await recordActivity(trx, ctx, {
      action: 'second-factor-policy-changed',
      before: { policy: before },
      after: { policy },
    });
  });
  reportSecurityEvent(ctx, 'second-factor-policy-changed');
}
