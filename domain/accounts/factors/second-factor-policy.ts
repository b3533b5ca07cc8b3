import { z } from 'zod';

import { readInstallation, updateInstallation } from '#db/queries/installation.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import type { Core, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requirePermission, requireFreshProof } from '#domain/core/context.ts';
import { invalid } from '#domain/core/errors.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { needsSecondFactor, type SecondFactorPolicy } from '../factor.ts';

/** Who needs a second factor. @throws forbidden. */
export async function getSecondFactorPolicy(ctx: Core): Promise<SecondFactorPolicy> {
  requirePermission(ctx, 'manage-super-admins');
  return (await readInstallation(ctx.db)).secondFactor;
}

const policyInput = z.object({
  policy: z.enum(['none', 'admins', 'everybody'], 'Please choose who needs a second factor.'),
});

/**
 * Changes who needs a second factor. It counts with everybody's next request: who has none is led through it at their
 * next sign-in. Who asks for it has one, so that they know what they ask for and cannot shut themselves out.
 * @throws forbidden, invalid input, unproved.
 */
export async function changeSecondFactorPolicy(
  ctx: Core & SecurityContext & OwnSession,
  input: unknown,
): Promise<void> {
  requirePermission(ctx, 'manage-super-admins');
  const { actor, session } = requireFreshProof(ctx);
  const { policy } = parseInput(policyInput, input);
  if (needsSecondFactor(policy, actor.role) && session.factor === 'password') {
    throw invalid('Set up a passkey or an authenticator app for yourself first, under Your account.');
  }
  const { secondFactor: before } = await readInstallation(ctx.db);
  if (before === policy) return;
  await inTransaction(ctx, async (tx) => {
    await updateInstallation(tx.db, { second_factor: policy });
    await recordSecurityActivity(tx, {
      action: 'second-factor-policy-changed',
      before: { policy: before },
      after: { policy },
    });
  });
}
