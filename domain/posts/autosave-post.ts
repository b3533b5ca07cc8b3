import { randomUUID } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { replacePostImages } from '#db/queries/images.ts';
import { findPresentTags } from '#db/queries/managed-terms.ts';
import { lockPost } from '#db/queries/posts.ts';
import {
  copyPendingChangesToRevisions,
  endPendingChanges,
  findPendingChanges,
  putPendingChanges,
} from '#db/queries/pending-changes.ts';
import type { PostRow } from '#db/tables.ts';
import { retryAfterLostCommit, retryWhenTaken } from '#db/transaction.ts';
import { requirePermission, type Actor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { usedImages } from '#domain/images/used-images.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { slugify } from '#domain/fields/transliterate.ts';
import { inTransaction } from '#domain/transaction.ts';
import { assertMayWrite, assertStaysOwnDraft } from './own-drafts.ts';
import { formFieldsOf } from './post-fields.ts';
import { editedDraftInput, editedPostInput, type PostInput } from './post-input.ts';
import type { PostSettings } from './post.ts';
import { readSettings } from './post-settings.ts';
import { preparePost } from './prepare-post.ts';
import { chosenInstant, liveSlugOf, publicationOf } from './publishing.ts';
import { assertVersion } from './assert-version.ts';
import { pruneRevisions } from '#domain/editing/prune-revisions.ts';
import { isSavedBy } from './update-post.ts';
import { writePost } from './write-post.ts';

export type AutosavedPost = {
  slug: string;
  /** Of the post: an autosave never changes it. */
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
 * @param kind `save` when the user asked for it
 * @throws not-found, invalid input, or conflict when another user saved since the given versions
 */
export async function autosavePost(
  ctx: DomainContext,
  id: string,
  input: unknown,
  kind: 'autosave' | 'save' = 'autosave',
): Promise<AutosavedPost> {
  const actor = requirePermission(ctx, 'write-drafts');
  const post = parseInput(editedDraftInput, input);
  if (!isId(id)) throw notFound('Post not found.');

  const save = (isAgain: boolean) =>
    inTransaction(ctx, async ({ db: trx }) => {
      const before = await lockPost(trx, id);
      if (!before) throw notFound('Post not found.');
      assertMayWrite(actor, { authorId: before.author_id, ...publicationOf(before) });
      const earlier = isAgain ? await findSave(trx, before, post.saveKey, ctx.now()) : null;
      if (earlier) return earlier;
      await assertVersion(trx, before, post);
      if (before.published)
        return savePendingChanges(trx, ctx, actor, before, parseInput(editedPostInput, input));
      await endPendingChanges(trx, id, post.pendingVersion);
      const draft = { ...post, published: false };
      assertStaysOwnDraft(actor, draft);
      const saved = await writePost(trx, ctx, before, draft, { kind, key: post.saveKey });
      return savedDraft(saved);
    });
  return retryAfterLostCommit((isAgain) => retryWhenTaken(() => save(isAgain)));
}

/** The result of this save when it was stored before and only its response was lost. */
async function findSave(
  trx: Database,
  before: PostRow,
  saveKey: string | null,
  now: Date,
): Promise<AutosavedPost | null> {
  if (!before.published) return isSavedBy(before, saveKey) ? savedDraft(before) : null;
  const changes = await findPendingChanges(trx, before.id);
  if (!changes || !isSavedBy(changes, saveKey)) return null;
  return savedChanges(before, readSettings(changes.settings).slug, changes.version, now);
}

function savedDraft({ slug, version }: { slug: string; version: number }): AutosavedPost {
  return { slug, published: false, liveSlug: null, version, pendingVersion: 0 };
}

function savedChanges(post: PostRow, slug: string, pendingVersion: number, now: Date): AutosavedPost {
  const liveSlug = liveSlugOf({ ...post, publishedAt: post.published_at }, now);
  return { slug, published: true, liveSlug, version: post.version, pendingVersion };
}

/** Milliseconds without a save after which the next one starts a new editing session. */
const sessionGap = 10 * 60_000;

/** Whether pending changes are another user's or of an earlier editing session: they are stored before being overwritten. */
function isEarlierSession(
  changes: { saved_by: string | null; saved_at: Date },
  { userId }: Actor,
  now: Date,
): boolean {
  return changes.saved_by !== userId || now.getTime() - changes.saved_at.getTime() >= sessionGap;
}

/** What a form says of a text besides its content, as revisions and pending changes store it. Pure. */
export function settingsOfInput(
  post: PostInput,
  before: Pick<PostRow, 'slug' | 'published_at'>,
  timeZone: string,
): PostSettings {
  return {
    ...formFieldsOf(post),
    slug: slugify(post.slug ?? '') || before.slug,
    publishedAt: chosenInstant(post, before.published_at, timeZone),
    displayPublishedAt: post.displayDay,
    tagIds: [...new Set(post.tagIds)].toSorted(),
  };
}

async function savePendingChanges(
  trx: Database,
  ctx: DomainContext,
  actor: Actor,
  before: PostRow,
  post: PostInput & { saveKey: string | null },
): Promise<AutosavedPost> {
  const tagIds = await findPresentTags(trx, post.tagIds);
  const settings = settingsOfInput({ ...post, tagIds }, before, ctx.timeZone);
  const written = preparePost(post);
  const { content } = written;
  await replacePostImages(trx, before.id, usedImages(written), 'autosave');
  const earlier = await findPendingChanges(trx, before.id);
  if (earlier && isEarlierSession(earlier, actor, ctx.now())) {
    await copyPendingChangesToRevisions(trx, before.id);
    await pruneRevisions(trx, { post: before.id }, ctx.now());
  }
  const { version } = await putPendingChanges(trx, {
    post_id: before.id,
    post_version: before.version,
    saved_by: actor.userId,
    save_key: post.saveKey ?? randomUUID(),
    saved_at: ctx.now(),
    settings: JSON.stringify(settings),
    content,
  });
  return savedChanges(before, settings.slug, version, ctx.now());
}
