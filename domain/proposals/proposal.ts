import type { Actor } from '#domain/core/context.ts';
import { can } from '#domain/core/permissions.ts';

export const proposalLimits = {
  /** That one person may be writing or have waiting, with all tokens together. */
  undecided: 50,
  /** Characters of the reason, and of the answer to it. */
  reason: 2_000,
};

type ProposalState = 'writing' | 'open' | 'accepted' | 'rejected' | 'withdrawn';

/** True if a user may read a proposal: its author, and once it was sent everybody who may decide on it. Pure. */
export function mayRead(actor: Actor, proposal: { author_id: string | null; state: ProposalState }): boolean {
  const isSent = proposal.state !== 'writing';
  return proposal.author_id === actor.userId || (isSent && can(actor, 'edit-content'));
}

/** Decisions of an editor alone: whether, when and under whose name a text is public. */
export const editorsChoices = [
  'published',
  'featured',
  'publishedAt',
  'displayPublishedAt',
  'authorId',
  'publicAuthorId',
] as const;

/** Who proposed, as lists and emails name them. Pure. */
export function proposerOf(row: { author_name: string | null; token_name: string | null }): string {
  const name = row.author_name ?? 'Unknown';
  return row.token_name === null ? name : `${name} (with ${row.token_name})`;
}
