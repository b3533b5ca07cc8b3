import type { Database } from '#db/client.ts';
import { replacePostImages } from '#db/queries/images.ts';
import { deleteSlugRedirect } from '#db/queries/managed-terms.ts';
import { findPostByCreationKey, insertPost, replacePostTags } from '#db/queries/posts.ts';
import { retryAfterLostCommit } from '#db/transaction.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict } from '#domain/errors.ts';
import { indexPost } from '#domain/search/index-post.ts';
import { usedImages } from '#domain/images/used-images.ts';
import { describeFeaturedImage } from '#domain/images/describe-image.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { firstFree } from '#domain/fields/slug-candidates.ts';
import { inTransaction } from '#domain/transaction.ts';
import { can } from '#domain/permissions.ts';
import { postSlugs } from './post-slugs.ts';
import { newDraftInput, newPostInput } from './post-input.ts';
import { preparePost } from './prepare-post.ts';
import { chosenInstant, decidePublication, publicationAction } from './publishing.ts';
import { assertStaysOwnDraft } from './own-drafts.ts';
import { assertImagesExist, assertReferencesExist } from './assert-references-exist.ts';

type Created = { id: string; slug: string; version: number };
type CreatedPost = Created & { publishedAt: Date | null };

/** What a text that comes from elsewhere has already. */
export type EarlierFacts = {
  id?: string;
  /** When it was or will be published, to the second, instead of the day and time of the form. */
  publishedAt?: Date;
  firstPublishedAt?: Date;
  updatedAt?: Date;
  position?: number;
};

/**
 * Stores a new post with its tags, all or nothing. A repeated creation key (a double click, a retry after a lost
 * connection) finds the post that was created first.
 * @param kind a save with a button or an autosave
 * @param earlier of a text that comes from elsewhere
 * @throws invalid input, or conflict when the existing post was saved with another save key: its text may differ
 */
export async function createPost(
  ctx: DomainContext,
  input: unknown,
  kind: 'save' | 'autosave' = 'save',
  earlier: EarlierFacts = {},
): Promise<CreatedPost> {
  const actor = requirePermission(ctx, 'write-drafts');
  const { creationKey, saveKey, ...post } = parseInput(kind === 'save' ? newPostInput : newDraftInput, input);

  assertStaysOwnDraft(actor, post);
  // A contributor describes an image for the draft alone: the image may be in use.
  const describesImage = kind === 'save' && can(actor, 'edit-content');

  const publishAt = earlier.publishedAt ?? chosenInstant(post, null, ctx.timeZone);
  const publication = decidePublication({ published: post.published, publishAt }, null, ctx.now());
  const columns = {
    ...preparePost({
      ...post,
      authorId: post.authorId ?? actor.userId,
      imageDescription: describesImage ? null : post.imageDescription,
    }),
    published: publication.published,
    published_at: publication.publishedAt,
    first_published_at: publication.firstPublishedAt,
    creation_key: creationKey,
    saved_by: actor.userId,
    save_kind: kind,
    ...(saveKey === null ? {} : { save_key: saveKey }),
    ...(earlier.id !== undefined && { id: earlier.id }),
    ...(earlier.updatedAt && { updated_at: earlier.updatedAt }),
    ...(earlier.firstPublishedAt && { first_published_at: earlier.firstPublishedAt }),
    ...(earlier.position !== undefined && { position: earlier.position }),
  };

  const created = await retryAfterLostCommit(() =>
    inTransaction(ctx, async ({ db: trx, afterCommit }) => {
      await assertReferencesExist(trx, post);
      if (post.published) afterCommit('contentChanged');
      const made = await firstFree(postSlugs(post), async (slug): Promise<Created | undefined> => {
        const inserted = await insertPost(trx, { ...columns, slug });
        if (!inserted) return findCreated(trx, creationKey, saveKey);
        const subject = { id: inserted.id, label: columns.title };
        await replacePostTags(trx, inserted.id, post.tagIds);
        const { found } = await replacePostImages(trx, inserted.id, usedImages(columns), 'save');
        assertImagesExist(columns, found);
        await deleteSlugRedirect(trx, 'post', slug);
        await indexPost(trx, inserted.id, columns);
        const action = publication.published ? publicationAction(publication, ctx.now()) : 'post-created';
        await recordActivity(trx, ctx, { action, subject, after: { slug, words: columns.word_count } });
        return { id: inserted.id, slug, version: 1 };
      });
      if (describesImage && (await describeFeaturedImage(trx, post))) afterCommit('contentChanged');
      return made;
    }),
  );
  return { ...created, publishedAt: publication.publishedAt };
}

/** What an earlier request with this key has created. @throws conflict when it sent another text */
async function findCreated(
  trx: Database,
  creationKey: string,
  saveKey: string | null,
): Promise<Created | undefined> {
  const earlier = await findPostByCreationKey(trx, creationKey);
  if (!earlier) return undefined;
  const { save_key: earlierKey, ...found } = earlier;
  if (saveKey === null || saveKey === earlierKey) return found;
  throw conflict('This post was saved already. Nothing you typed has been lost.');
}
