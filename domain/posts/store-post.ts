import type { Database } from '#db/client.ts';
import { endPendingChanges } from '#db/queries/pending-changes.ts';
import { findStored, lockPost, type StoredPost } from '#db/queries/posts.ts';
import type { PostRow } from '#db/tables.ts';
import { retryAfterLostCommit, retryWhenTaken } from '#db/transaction.ts';
import type { Core, Actor, Secrets } from '#domain/core/context.ts';
import { inTransaction, readerOf, requirePermission } from '#domain/core/context.ts';
import { conflict, notFound } from '#domain/core/errors.ts';
import { can } from '#domain/core/permissions.ts';
import { chosenId, isId, parseInput } from '#domain/fields/fields.ts';
import type { TextWork } from '#domain/text-work/text-work.ts';
import { assertStaysOwnDraft } from './own-drafts.ts';
import { preparePost } from './post-state.ts';
import { assertVersion, type Begun } from './begun.ts';
import type { PostState } from './post-fields.ts';
import { writePost, type EarlierFacts } from './write-post.ts';

/**
 * Stores a post as its author wants it, with its tags and what is said about its featured image, all or nothing. Its
 * pending changes end.
 * @param id null for a new post: a repeated creation key (a double click, a retry after a lost connection) finds the post
 *   that was created first
 * @param earlier of a new post that comes from elsewhere: it has only the author that it names
 * @throws not-found, invalid, or conflict when another user saved since `begun`, or another text with the creation key
 */
export async function storePost(
  ctx: Core & Secrets & TextWork,
  id: string | null,
  sent: PostState,
  begun: Begun,
  earlier?: EarlierFacts,
): Promise<StoredPost> {
  const actor = requirePermission(ctx, id === null ? 'write-drafts' : 'edit-content');
  const post = await preparePost(ctx, sent, false);
  assertStaysOwnDraft(actor, post);
  if (id === null && earlier === undefined) post.authorId ??= actor.userId;
  // A contributor describes an image for the draft alone: the image may be in use.
  const describesImage = can(actor, 'edit-content');
  return retrying((isAgain) =>
    inTransaction(ctx, async (tx) => {
      const before = await lockToSave(tx.db, actor, id, begun);
      if (before && isAgain && isSavedBy(before, begun)) {
        // Announcements of the first attempt may be lost with its response.
        tx.afterCommit('contentChanged');
        tx.afterCommit('imagesDropped');
        const { published_at: publishedAt, updated_at: updatedAt, save_key: saveKey } = before;
        return { ...before, publishedAt, updatedAt, saveKey };
      }
      if (before) {
        await assertVersion(tx.db, before, begun);
        await endPendingChanges(tx.db, before.id, begun.pendingVersion ?? null);
      }
      const stored = await writePost(tx, before, post, { kind: 'save', begun, describesImage, earlier });
      return stored ?? findCreated(tx.db, begun);
    }),
  );
}

/** Runs a save again whose slug or key another one took meanwhile, or whose answer was lost. */
export function retrying<Saved>(save: (isAgain: boolean) => Promise<Saved>): Promise<Saved> {
  return retryAfterLostCommit((isAgain) => retryWhenTaken(() => save(isAgain)));
}

/** The post that a save overwrites, locked; null for a new one, which has a creation key. @throws not-found, invalid */
export async function lockToSave(
  trx: Database,
  actor: Actor,
  id: string | null,
  begun: Begun,
): Promise<PostRow | null> {
  if (id === null) {
    parseInput(chosenId, begun.creationKey);
    return null;
  }
  const before = isId(id) ? await lockPost(trx, id, readerOf(actor)) : undefined;
  if (!before) throw notFound('Post not found.');
  return before;
}

/** True if this save was stored before and only its response was lost. */
export function isSavedBy(stored: { save_key: string }, { saveKey = null }: Begun): boolean {
  return saveKey !== null && stored.save_key === saveKey;
}

/** The post that an earlier request with this creation key has created. @throws conflict when it sent another text */
export async function findCreated(trx: Database, begun: Begun): Promise<StoredPost> {
  const { creationKey = null, saveKey = null } = begun;
  const earlier = await findStored(trx, { creation_key: creationKey ?? '' });
  if (!earlier || (saveKey !== null && earlier.saveKey !== saveKey))
    throw conflict('This post was saved already. Nothing you typed has been lost.');
  return earlier;
}
