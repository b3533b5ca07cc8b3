import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { findAdminByUser } from '#db/queries/admins.ts';
import { lockProposal, updateProposalState } from '#db/queries/proposals.ts';
import type { Core, InTransaction, Secrets } from '#domain/core/context.ts';
import { inTransaction, requirePermission } from '#domain/core/context.ts';
import { conflict, notFound } from '#domain/core/errors.ts';
import { autosavePost } from '#domain/posts/autosave-post.ts';
import type { Begun } from '#domain/posts/begun.ts';
import type { PostState } from '#domain/posts/post-fields.ts';
import { replaceText } from '#domain/posts/restore-post.ts';
import { isId, parseInput, requiredText } from '#domain/fields/fields.ts';
import type { TextWork } from '#domain/text-work/text-work.ts';
import { getProposalInPlace } from './get-proposal.ts';
import { acceptedState, type ChosenChanges } from './merge-proposal.ts';
import { proposalLimits, proposerOf } from './proposal.ts';
import { recordProposal } from './send-proposal.ts';

const rejection = z.object({
  answer: requiredText('Answer', proposalLimits.reason, 'Please say why it is rejected.'),
});

/**
 * Takes a proposal over: into the draft or the pending changes of its text, or into a new draft of the person who
 * proposed it. Nothing becomes public by it.
 * @param chosen what is taken of it, and the version of the proposal that was seen
 * @param begun the versions of the text that were seen
 * @returns the id of the text
 * @throws not-found, invalid, or conflict when the proposal or the text was changed meanwhile
 */
export async function acceptProposal(
  ctx: Core & Secrets & TextWork,
  id: string,
  chosen: ChosenChanges & { version: number },
  begun: Begun,
): Promise<string> {
  const actor = requirePermission(ctx, 'edit-content');
  return inTransaction(ctx, async (tx) => {
    const found = await lockOpen(tx, id);
    if (found.version !== chosen.version)
      throw conflict('The proposal was changed after you opened it. Look at it again before you decide.');
    const { merge, proposal, current } = await getProposalInPlace(tx, id);
    const accepted = acceptedState(merge, proposal.proposed, current, chosen);
    const postId = found.post_id ?? (await createDraft(tx, found.author_id, accepted));
    if (found.post_id !== null) await replaceText(tx, postId, accepted, begun);
    await updateProposalState(tx.db, id, {
      state: 'accepted',
      decided_at: ctx.now(),
      decided_by: actor.userId,
    });
    await recordProposal(tx, 'proposal-accepted', { ...found, post_id: postId }, proposerOf(found));
    return postId;
  });
}

/** Declines a proposal, and says why to who made it. @throws not-found, invalid, conflict. */
export async function rejectProposal(ctx: Core, id: string, sent: unknown): Promise<void> {
  const actor = requirePermission(ctx, 'edit-content');
  const { answer } = parseInput(rejection, sent);
  await inTransaction(ctx, async (tx) => {
    const found = await lockOpen(tx, id);
    const decided = { decided_at: ctx.now(), decided_by: actor.userId };
    await updateProposalState(tx.db, id, { state: 'rejected', answer, ...decided });
    await recordProposal(tx, 'proposal-rejected', found, proposerOf(found));
  });
}

async function createDraft(
  tx: InTransaction<Core & Secrets & TextWork>,
  authorId: string | null,
  accepted: PostState,
): Promise<string> {
  const isAdmin = authorId !== null && (await findAdminByUser(tx.db, authorId)) !== undefined;
  const key = randomUUID();
  const draft = { ...accepted, authorId: isAdmin ? authorId : null };
  return (await autosavePost(tx, null, draft, { creationKey: key, saveKey: key }, 'save')).id;
}

async function lockOpen({ db }: InTransaction<Core>, id: string) {
  const found = isId(id) ? await lockProposal(db, id) : undefined;
  if (!found || found.state === 'writing') throw notFound('Proposal not found.');
  if (found.state !== 'open')
    throw conflict('This proposal is over: it was accepted, rejected or withdrawn.');
  return found;
}
