import { randomUUID } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { findPost } from '#db/queries/posts.ts';
import {
  countUndecidedProposals,
  findProposalByKey,
  insertProposal,
  lockProposal,
  updateProposalText,
} from '#db/queries/proposals.ts';
import { findRevisionAt } from '#db/queries/revisions.ts';
import type { Core, Actor, ByToken, Secrets } from '#domain/core/context.ts';
import { inTransaction, readerOf, requirePermission } from '#domain/core/context.ts';
import { versionConflict } from '#domain/editing/version-conflict.ts';
import { conflict, notFound } from '#domain/core/errors.ts';
import { imagesIn } from '#domain/html/html-tree.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { retrying } from '#domain/posts/store-post.ts';
import { usedImages } from '#domain/posts/used-images.ts';
import { kinds } from '#domain/core/kinds.ts';
import { withParts } from '#domain/posts/post-parts.ts';
import { stateOfRow } from '#domain/posts/post-row.ts';
import type { Begun } from '#domain/posts/begun.ts';
import type { PostSettings, PostState } from '#domain/posts/post-fields.ts';
import { emptyState, parsePost, readSettings, type CheckedPost } from '#domain/posts/post-state.ts';
import { chosenId, isId, parseInput } from '#domain/fields/fields.ts';
import { slugify } from '#domain/fields/slugify.ts';
import type { TextWork } from '#domain/text-work/text-work.ts';
import { can } from '#domain/core/permissions.ts';
import { isProofOfVersion, proofOfVersion } from './given-version.ts';
import { editorsChoices, proposalLimits } from './proposal.ts';

type SavedProposal = { id: string; version: number };

/**
 * Keeps the text of a proposal while it is written. A repeated creation key finds the proposal that was created first.
 * @param postId the text that is to be changed; null for a new one
 * @param begun.id the proposal; null until a save has created it
 * @param begun.version of the proposal, or of the text that the first save begins with
 * @throws not-found, invalid input, too-many, or conflict when it was saved or decided on meanwhile
 */
export async function saveProposal(
  ctx: Core & ByToken & Secrets & TextWork,
  postId: string | null,
  sent: PostState,
  begun: Begun & { id?: string | null },
): Promise<SavedProposal> {
  const actor = requirePermission(ctx, 'write-drafts');
  const text = await parsePost(ctx, sent);
  const { id = null, version = 0 } = begun;
  const creationKey = parseInput(chosenId, begun.creationKey);
  const key = begun.saveKey ?? randomUUID();
  // An editor may read every version, anybody else only the present one and those that they were given.
  const mayBeEarlier =
    can(actor, 'edit-content') ||
    (postId !== null && isProofOfVersion(begun.given ?? '', proofOfVersion(ctx, actor, postId, version)));
  return retrying(() =>
    inTransaction(ctx, async ({ db: trx }) => {
      const found = id === null ? await findProposalByKey(trx, creationKey) : await lockOwn(trx, actor, id);
      if (found?.save_key === key) return found;
      if (found && id === null) throw versionConflict('proposal');
      if (found) {
        if (found.version !== version) throw versionConflict('proposal');
        const { state, images } = proposedState(text, readSettings(found.base_settings));
        return updateProposalText(trx, found.id, { ...state, save_key: key, updated_at: ctx.now() }, images);
      }
      const base =
        postId === null ? emptyState(text.kind) : await findBase(trx, actor, postId, version, mayBeEarlier);
      const { state, images } = proposedState({ ...text, kind: base.kind }, base);
      await assertRoom(trx, actor);
      const { content: base_content, ...base_settings } = base;
      return insertProposal(
        trx,
        {
          ...state,
          post_id: postId,
          base_version: postId === null ? null : version,
          base_settings,
          base_content,
          author_id: actor.userId,
          token_id: ctx.token?.id ?? null,
          token_name: ctx.token?.name ?? null,
          creation_key: creationKey,
          save_key: key,
          updated_at: ctx.now(),
        },
        images,
      );
    }),
  );
}

/** @throws not-found, or conflict for one that was decided on. */
export async function lockOwn(trx: Database, actor: Actor, id: string) {
  const found = isId(id) ? await lockProposal(trx, id) : undefined;
  if (found?.author_id !== actor.userId) throw notFound('Proposal not found.');
  if (found.state !== 'writing' && found.state !== 'open')
    throw conflict('This proposal is over: it was accepted, rejected or withdrawn.');
  return found;
}

/**
 * A text as it was at a version.
 * @param mayBeEarlier false where the actor may not read earlier versions than the present one
 * @throws not-found, conflict when that version is no longer kept, or may not be read.
 */
async function findBase(
  trx: Database,
  actor: Actor,
  postId: string,
  version: number,
  mayBeEarlier: boolean,
): Promise<PostState> {
  const post = isId(postId) ? await findPost(trx, postId, mayBeEarlier ? null : readerOf(actor)) : undefined;
  if (!post) throw notFound('Post not found.');
  if (post.version === version) return stateOfRow(post);
  const earlier = mayBeEarlier ? await findRevisionAt(trx, postId, version) : undefined;
  if (!earlier) throw versionConflict(kinds[post.kind].noun);
  return { ...readSettings(earlier.settings), content: earlier.content };
}

function proposedState(text: CheckedPost, base: PostSettings) {
  const slug = slugify(text.slug ?? '') || base.slug;
  const { content, ...settings } = withParts<PostState>(
    { ...text, slug },
    { ...base, content: '' },
    editorsChoices,
  );
  return {
    state: { settings, content },
    images: usedImages(text, imagesIn(readHtml(text.content))).map(({ key }) => key.name),
  };
}

async function assertRoom(trx: Database, actor: Actor): Promise<void> {
  const count = await countUndecidedProposals(trx, actor.userId);
  if (count >= proposalLimits.undecided)
    throw conflict(
      `${proposalLimits.undecided} of your proposals are waiting or being written. Withdraw one, or wait for a decision.`,
    );
}
