import { randomUUID } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { replacePostImages } from '#db/queries/image-links.ts';
import { findPresentTags } from '#db/queries/managed-terms.ts';
import {
  copyPendingChangesToRevisions,
  endPendingChanges,
  findPendingChanges,
  putPendingChanges,
} from '#db/queries/pending-changes.ts';
import type { PostRow } from '#db/tables.ts';
import type { Core, Actor, Secrets } from '#domain/core/context.ts';
import { inTransaction, requireActor, requirePermission } from '#domain/core/context.ts';
import { pruneRevisions } from '#domain/editing/revisions-to-prune.ts';
import { usedImages } from './used-images.ts';
import { slugify } from '#domain/fields/slugify.ts';
import type { TextWork } from '#domain/text-work/text-work.ts';
import { assertMayWrite, assertStaysOwnDraft } from './own-drafts.ts';
import { assertComplete, preparePost, readSettings, type PreparedPost } from './post-state.ts';
import { assertVersion, type Begun } from './begun.ts';
import type { PostState } from './post-fields.ts';
import { keptInstant, liveSlugOf, publicationOf } from './publishing.ts';
import { findCreated, isSavedBy, lockToSave, retrying } from './store-post.ts';
import { writePost } from './write-post.ts';

export type AutosavedPost = {
  id: string;
  slug: string;
  /** The state of the post: an autosave never changes it. */
  published: boolean;
  /** The slug under which visitors find the post; null while they do not. */
  liveSlug: string | null;
  version: number;
  /** Version of the pending changes; 0 when the draft itself was saved. */
  pendingVersion: number;
};

/**
 * Saves the text of a form automatically: of a draft into the post, of a published post into its pending changes. No
 * public page changes.
 * @param id null for a new draft
 * @param kind `save` when the user asked for it
 * @throws not-found, invalid, or conflict when another user saved since `begun`
 */
export async function autosavePost(
  ctx: Core & Secrets & TextWork,
  id: string | null,
  sent: PostState,
  begun: Begun,
  kind: 'autosave' | 'save' = 'autosave',
): Promise<AutosavedPost> {
  const actor = requirePermission(ctx, 'write-drafts');
  const post = await preparePost(ctx, sent, true);
  return retrying((isAgain) =>
    inTransaction(ctx, async (tx) => {
      const before = await lockToSave(tx.db, actor, id, begun);
      if (before) {
        assertMayWrite(actor, { authorId: before.author_id, ...publicationOf(before) });
        const earlier = isAgain ? await findSave(tx.db, before, begun, ctx.now()) : null;
        if (earlier) return earlier;
        await assertVersion(tx.db, before, begun);
        if (before.published) return savePendingChanges(tx, before, post, begun);
        await endPendingChanges(tx.db, before.id, begun.pendingVersion ?? null);
      }
      const authorId = before ? post.authorId : (post.authorId ?? actor.userId);
      const draft = { ...post, published: false, authorId };
      assertStaysOwnDraft(actor, draft);
      const stored = await writePost(tx, before, draft, { kind, begun, describesImage: false });
      return savedDraft(stored ?? (await findCreated(tx.db, begun)));
    }),
  );
}

/** The result of this save when it was stored before and only its response was lost. */
async function findSave(
  trx: Database,
  before: PostRow,
  begun: Begun,
  now: Date,
): Promise<AutosavedPost | null> {
  if (!before.published) return isSavedBy(before, begun) ? savedDraft(before) : null;
  const changes = await findPendingChanges(trx, before.id);
  if (!changes || !isSavedBy(changes, begun)) return null;
  return savedChanges(before, readSettings(changes.settings).slug ?? before.slug, changes.version, now);
}

function savedDraft({ id, slug, version }: { id: string; slug: string; version: number }): AutosavedPost {
  return { id, slug, published: false, liveSlug: null, version, pendingVersion: 0 };
}

function savedChanges(post: PostRow, slug: string, pendingVersion: number, now: Date): AutosavedPost {
  const liveSlug = liveSlugOf({ ...post, publishedAt: post.published_at }, now);
  return { id: post.id, slug, published: true, liveSlug, version: post.version, pendingVersion };
}

/** Milliseconds without a save after which the next one starts a new editing session. */
const sessionGap = 10 * 60_000;

/**
 * True if pending changes are another user's or of an earlier editing session: they are stored before being
 * overwritten.
 */
function isEarlierSession(
  changes: { saved_by: string | null; saved_at: Date },
  { userId }: Actor,
  now: Date,
): boolean {
  return changes.saved_by !== userId || now.getTime() - changes.saved_at.getTime() >= sessionGap;
}

async function savePendingChanges(
  ctx: Core,
  before: PostRow,
  post: PreparedPost,
  { saveKey }: Begun,
): Promise<AutosavedPost> {
  assertComplete(post, false);
  const { db: trx } = ctx;
  const actor = requireActor(ctx);
  const { content, body, ...settings } = post;
  const slug = slugify(post.slug ?? '') || before.slug;
  const publishedAt = keptInstant(post.publishedAt, before.published_at, ctx.timeZone);
  const tagIds = await findPresentTags(trx, post.tagIds);
  await replacePostImages(trx, before.id, usedImages(post, body.images), 'autosave');
  const earlier = await findPendingChanges(trx, before.id);
  if (earlier && isEarlierSession(earlier, actor, ctx.now())) {
    await copyPendingChangesToRevisions(trx, before.id);
    await pruneRevisions(trx, { post: before.id }, ctx.now());
  }
  const { version } = await putPendingChanges(trx, {
    post_id: before.id,
    post_version: before.version,
    saved_by: actor.userId,
    save_key: saveKey ?? randomUUID(),
    saved_at: ctx.now(),
    settings: JSON.stringify({ ...settings, slug, publishedAt, tagIds }),
    content,
  });
  return savedChanges(before, slug, version, ctx.now());
}
