import type { DomainContext } from '#domain/context.ts';
import { getPost } from '#domain/posts/get-post.ts';
import { findOwnProposal } from '#domain/proposals/get-proposal.ts';
import type { EditState } from './edit-state.ts';
import { postValues, type PostValues } from './post-values.ts';

/** What a form needs in which a change of a text is proposed that its writer may not make. */
export type ProposalForm = {
  /** The writer's proposal that is not decided yet; null before the first save. */
  stored: EditState | null;
  values: PostValues;
  content: string;
  /** The version of the text that the proposal begins with. */
  begunOn: number;
};

/** @throws not-found. */
export async function loadProposalForm(domain: DomainContext, postId: string): Promise<ProposalForm> {
  const post = await getPost(domain, postId);
  const own = await findOwnProposal(domain, postId);
  const { content, ...settings } = own?.proposed ?? post;
  const values = { ...postValues(settings, domain.timeZone), published: false };
  return {
    values,
    content,
    begunOn: own?.baseVersion ?? post.version,
    stored: own && {
      id: own.id,
      values,
      content,
      version: own.version,
      pendingVersion: 0,
      saveKey: own.saveKey,
      isPublished: false,
      liveSlug: null,
      wasPublic: true,
      savedBy: null,
      isOwnSave: true,
      savedAt: own.updatedAt,
    },
  };
}
