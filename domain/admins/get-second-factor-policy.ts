import { findSecondFactorPolicy } from '#db/queries/sign-in-settings.ts';
import { requirePermission } from '#domain/actor.ts';
import type { SecondFactorPolicy } from '#domain/auth/factor.ts';
import type { DomainContext } from '#domain/context.ts';

/** Who needs a second factor. @throws forbidden. */
export async function getSecondFactorPolicy(ctx: DomainContext): Promise<SecondFactorPolicy> {
  requirePermission(ctx, 'manage-super-admins');
  return findSecondFactorPolicy(ctx.db);
}
