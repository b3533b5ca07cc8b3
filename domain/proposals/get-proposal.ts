import { findProposal, findUndecidedProposal } from '#db/queries/proposals.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { isDomainError, notFound } from '#domain/core/errors.ts';
import { readLongState } from '#domain/posts/post-state.ts';
import { getNewestState } from '#domain/posts/get-post-with-pending-changes.ts';
import { isId } from '#domain/fields/fields.ts';
import type { TextWork } from '#domain/text-work/text-work.ts';
import { mergeProposal } from './merge-proposal.ts';
import { mayRead, proposerOf } from './proposal.ts';

type Proposal = Awaited<ReturnType<typeof getProposal>>;

/** @throws not-found, also for one that the actor may not read. */
export async function getProposal(ctx: Core & TextWork, id: string) {
  const actor = requirePermission(ctx, 'write-drafts');
  const row = isId(id) ? await findProposal(ctx.db, id) : undefined;
  if (!row || !mayRead(actor, row)) throw notFound('Proposal not found.');
  return {
    id: row.id,
    postId: row.post_id,
    state: row.state,
    version: row.version,
    saveKey: row.save_key,
    baseVersion: row.base_version,
    base: await readLongState(ctx, { settings: row.base_settings, content: row.base_content }),
    proposed: await readLongState(ctx, row),
    reason: row.reason,
    answer: row.answer,
    proposer: proposerOf(row),
    isOwn: row.author_id === actor.userId,
    decidedBy: row.decided_by_name,
    updatedAt: row.updated_at,
    sentAt: row.sent_at,
    decidedAt: row.decided_at,
  };
}

/**
 * A proposal beside the text as it is now; beside the text that it was begun on once it is over, or where the actor may not
 * read the text any more.
 * @throws not-found
 */
export async function getProposalInPlace(ctx: Core & TextWork, id: string) {
  const proposal = await getProposal(ctx, id);
  const { base, proposed, postId, state, baseVersion } = proposal;
  const isOver = state !== 'open' && state !== 'writing';
  const versions = { version: baseVersion ?? 0, pendingVersion: 0 };
  const begun = { current: base, versions };
  const now = postId === null || isOver ? begun : ((await findReadable(ctx, postId)) ?? begun);
  return { proposal, ...now, merge: mergeProposal(base, proposed, now.current) };
}

async function findReadable(ctx: Core, postId: string) {
  try {
    return await getNewestState(ctx, postId);
  } catch (error) {
    if (isDomainError(error) && error.kind === 'not-found') return null;
    throw error;
  }
}

/** The actor's own proposal for a text that is not decided yet; null when there is none. */
export async function findOwnProposal(ctx: Core & TextWork, postId: string): Promise<Proposal | null> {
  const { userId } = requirePermission(ctx, 'write-drafts');
  const id = isId(postId) ? await findUndecidedProposal(ctx.db, postId, userId) : undefined;
  return id === undefined ? null : getProposal(ctx, id);
}
