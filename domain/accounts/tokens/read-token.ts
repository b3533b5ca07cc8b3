import { findToken, holdToken, touchToken } from '#db/queries/tokens.ts';
import { requireActor, type Core, type Actor, type ByToken, type SignInRules } from '#domain/core/context.ts';
import { forbidden } from '#domain/core/errors.ts';
import { missingFactor } from '../factor.ts';
import { hashToken } from '#domain/core/secrets.ts';
import { signsInAlone } from '../sessions/sessions.ts';
import { rightsOf } from './rights.ts';

/** The prefix of every token, so that a secret is known for one where it must not be. */
export const tokenPrefix = 'af_';

const touchEvery = 60_000;

/**
 * Whom a token stands for, and what it may: its own rights as far as its person has them. Read at each call, so that it
 * ends at once everywhere; undefined when it is unknown or has expired, its person has no role any more, or could not act
 * in the session in which they made it.
 */
export async function readToken(
  ctx: Pick<Core, 'db' | 'now'> & Pick<SignInRules, 'signInWays'>,
  secret: string,
) {
  if (!/^af_[\w-]{43}$/.test(secret)) return undefined;
  const found = await findToken(ctx.db, hashToken(secret));
  if (!found) return undefined;
  const { id: tokenId, name: tokenName, user_id: userId, email, role, factor } = found;
  if (missingFactor(factor, found) === 'set-up') return undefined;
  if (!ctx.signInWays.passwords && !signsInAlone.has(factor)) return undefined;
  // Reading still works where nothing can be written.
  if (ctx.now().getTime() - (found.used_at?.getTime() ?? 0) > touchEvery) {
    await touchToken(ctx.db, tokenId).catch(() => {});
  }
  const actor: Actor = { userId, email, name: found.display_name ?? found.username, role };
  const chosen = { propose: found.may_propose, readDrafts: found.may_read_drafts };
  return { tokenId, tokenName, actor, rights: rightsOf(actor, chosen) };
}

/** Last in a transaction: what a call changes stays only if its token has not ended meanwhile. @throws forbidden. */
export async function requireLiveToken(ctx: Pick<Core, 'db' | 'actor'> & ByToken): Promise<void> {
  const isHeld = await holdToken(ctx.db, ctx.token?.id ?? null, requireActor(ctx).userId);
  if (!isHeld) throw forbidden('This token has ended. Nothing was changed.');
}
