import type { DomainContext } from '#app/http/request-context.ts';
import { requireActor } from '#domain/core/context.ts';
import { proofOfVersion } from '#domain/proposals/given-version.ts';
import { getPost } from '#domain/posts/get-post.ts';
import { findOwnProposal } from '#domain/proposals/get-proposal.ts';
import type { EditState } from './edit-state.ts';
import { postValues } from './post-values.ts';

/** The data of a form in which a change of a text is proposed that its writer may not make. @throws not-found */
export async function loadProposalForm(domain: DomainContext, postId: string) {
  const post = await getPost(domain, postId);
  const own = await findOwnProposal(domain, postId);
  const version = own?.baseVersion ?? post.version;
  const { content, ...settings } = own?.proposed ?? post;
  const values = { ...postValues(settings, domain.timeZone), published: false };
  // The writer's proposal that is not decided yet; none before the first save.
  const stored: EditState | null = own && {
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
  };
  return {
    stored,
    values,
    content,
    journalName: `proposal:${postId}`,
    begunOn: { version, given: proofOfVersion(domain, requireActor(domain), postId, version) },
  };
}
