import { countOpenProposals, listProposalRows } from '#db/queries/proposals.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { readPage } from '#domain/core/paging.ts';
import { can } from '#domain/core/permissions.ts';
import { isId } from '#domain/fields/fields.ts';
import { proposerOf } from './proposal.ts';

const proposalsPerPage = 50;

export type ListedProposal = Awaited<ReturnType<typeof listProposals>>['items'][number];

/**
 * The proposals that were sent, for who decides on them; for anybody else their own. Newest first.
 * @param query.post the id of a text: only those for it
 * @param query.isDecided those that are over, instead of those that wait
 * @param query.isOwn the actor's own alone, those that are being written included
 */
export async function listProposals(
  ctx: Core,
  query: { post?: string | null; isDecided: boolean; isOwn?: boolean; page: number },
) {
  const actor = requirePermission(ctx, 'write-drafts');
  const { post = null, isDecided, isOwn = false } = query;
  if (post !== null && !isId(post)) throw notFound('Post not found.');
  const author = isOwn || !can(actor, 'edit-content') ? actor.userId : null;
  const { rows, found, ...paging } = await readPage(query.page, proposalsPerPage, (window) =>
    listProposalRows(ctx.db, { author, post, isDecided }, window),
  );
  const items = rows.map(({ author_name, token_name, ...row }) => ({
    ...row,
    proposer: proposerOf({ author_name, token_name }),
  }));
  return { items, total: found, ...paging };
}

/** How many proposals wait for the actor's decision: none for who may not decide. */
export async function countWaitingProposals(ctx: Core, postId: string | null = null): Promise<number> {
  const actor = requirePermission(ctx, 'write-drafts');
  return can(actor, 'edit-content') ? countOpenProposals(ctx.db, postId) : 0;
}
