import { randomUUID } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { replacePostImages } from '#db/queries/images.ts';
import { addSlugRedirect, deleteSlugRedirect } from '#db/queries/managed-terms.ts';
import {
  findPostByCreationKey,
  insertPost,
  isSlugTaken,
  replacePostTags,
  updatePostRow,
  type StoredRow,
} from '#db/queries/posts.ts';
import type { PostRow, SaveKind } from '#db/tables.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { describeFeaturedImage } from '#domain/images/describe-image.ts';
import { usedImages } from '#domain/images/used-images.ts';
import { firstFree } from '#domain/fields/slug-candidates.ts';
import { chosenId, parseInput } from '#domain/fields/fields.ts';
import { countWords, textOf } from '#domain/html/html.ts';
import { readHtml } from '#domain/html/read-html.ts';
import type { InTransaction } from '#domain/transaction.ts';
import { pruneRevisions } from '#domain/editing/prune-revisions.ts';
import { assertImagesExist, assertReferencesExist } from './assert-references-exist.ts';
import { columnsOf, type CheckedPost } from './post-state.ts';
import type { Begun } from './begun.ts';
import { postSlugs } from './post-slugs.ts';
import { decidePublication, keptInstant, publicationAction, publicationOf, wasPublic } from './publishing.ts';
import { readMinutes } from './reading-time.ts';
import { storeDerived } from './store-derived.ts';

/** What the caller of a save is told of the stored post. */
export type StoredPost = ReturnType<typeof storedPost>;

export function storedPost(row: StoredRow) {
  const { id, slug, published, published_at: publishedAt, version, updated_at: updatedAt } = row;
  return { id, slug, published, publishedAt, version, updatedAt };
}

/** What a text that comes from elsewhere has already. */
export type EarlierFacts = { id?: string; firstPublishedAt?: Date; updatedAt?: Date; position?: number };

type Save = {
  kind: SaveKind;
  begun: Begun;
  /** Whether the featured image itself is given what the form says about it; otherwise the draft keeps that. */
  describesImage: boolean;
  earlier?: EarlierFacts;
};

/**
 * Inserts a post, or overwrites the one that the transaction has locked, with everything that follows from it: tags,
 * images, the redirect of its slug, the search and the activity log. The earlier state becomes a revision.
 * @param before null for a new post
 * @returns null when a post with this creation key is there already
 * @throws invalid for a category, author or image that is gone
 */
export async function writePost(
  tx: InTransaction<DomainContext>,
  before: PostRow | null,
  post: CheckedPost,
  save: Save,
): Promise<StoredPost | null> {
  const { db: trx, afterCommit } = tx;
  const now = tx.now();
  await assertReferencesExist(trx, post, before?.author_id ?? null);
  const publishAt = keptInstant(post.publishedAt, before?.published_at ?? null, tx.timeZone);
  const publication = decidePublication(
    { published: post.published, publishAt },
    before && publicationOf(before),
    now,
  );
  const tree = readHtml(post.content);
  const columns = preparedColumns(tx, post, publication, { ...save, words: countWords(textOf(tree)) });
  const row = await placeRow(trx, before, postSlugs(post), columns, save);
  if (row === null) return null;
  const { id, slug } = row;
  await replacePostTags(trx, id, post.tagIds);
  const after = save.kind === 'autosave' && before ? 'autosave' : 'save';
  const images = await replacePostImages(trx, id, usedImages(post, tree), after);
  assertImagesExist(post, images.found, before ?? {});
  if (slug !== before?.slug) await deleteSlugRedirect(trx, 'post', slug);
  if (before && slug !== before.slug && wasPublic(publicationOf(before), now))
    await addSlugRedirect(trx, 'post', before.slug, id);
  await storeDerived(tx, id, columns, tree);
  await recordSave(tx, before, { ...columns, ...row }, save.kind);
  if (before) await pruneRevisions(trx, { post: id }, now);
  const isDescribed = save.describesImage && (await describeFeaturedImage(trx, post));
  if (row.published || before?.published === true || isDescribed) afterCommit('contentChanged');
  if (images.isAnyLeaving && after === 'save') afterCommit('imagesDropped');
  return storedPost(row);
}

type Columns = ReturnType<typeof preparedColumns>;

/** Everything that a save stores in the row but its slug. */
function preparedColumns(
  ctx: DomainContext,
  post: CheckedPost,
  publication: ReturnType<typeof decidePublication>,
  { kind, begun, describesImage, words, earlier = {} }: Save & { words: number },
) {
  const { facts, ...columns } = columnsOf(post);
  return {
    ...columns,
    facts: JSON.stringify(facts),
    content: post.content,
    word_count: words,
    read_minutes: readMinutes(words),
    image_description: describesImage ? null : post.imageDescription,
    published: publication.published,
    published_at: publication.publishedAt,
    first_published_at: earlier.firstPublishedAt ?? publication.firstPublishedAt,
    updated_at: earlier.updatedAt ?? ctx.now(),
    saved_by: requireActor(ctx).userId,
    save_kind: kind,
    save_key: begun.saveKey ?? randomUUID(),
  };
}

/** Stores the row under the chosen slug, or one made from the title, with a number when it is taken. */
async function placeRow(
  trx: Database,
  before: PostRow | null,
  slugs: Iterable<string>,
  columns: Columns,
  { begun, earlier: { id, position } = {} }: Save,
): Promise<StoredRow | null> {
  if (before) {
    const slug = await firstFree(slugs, async (one) =>
      one === before.slug || !(await isSlugTaken(trx, one, before.id)) ? one : undefined,
    );
    return updatePostRow(trx, before.id, { ...columns, slug });
  }
  const creation_key = parseInput(chosenId, begun.creationKey);
  const added = { ...columns, creation_key, ...(id && { id }), ...(position && { position }) };
  return firstFree(slugs, async (slug) => {
    const inserted = await insertPost(trx, { ...added, slug });
    return inserted ?? ((await findPostByCreationKey(trx, creation_key)) ? null : undefined);
  });
}

type Recorded = Pick<PostRow, 'title' | 'slug' | 'published' | 'featured' | 'published_at' | 'word_count'>;

/**
 * Records that a post was created, or a save that changed its title, slug, length or publishing. The autosaves of a draft,
 * every few seconds, are not recorded.
 */
async function recordSave(
  ctx: DomainContext,
  before: PostRow | null,
  after: Recorded & { id: string },
  kind: SaveKind,
): Promise<void> {
  const { id, published, published_at: publishedAt, title, slug, word_count: words } = after;
  const subject = { id, label: title };
  const publishing = publicationAction({ published, publishedAt }, ctx.now());
  if (before === null) {
    const action = published ? publishing : 'post-created';
    return recordActivity(ctx.db, ctx, { action, subject, after: { slug, words } });
  }
  const isPublishing = published !== before.published;
  const changes = changedFacts(factsOf(before), factsOf(after));
  if (!changes || (kind === 'autosave' && !isPublishing)) return;
  await recordActivity(ctx.db, ctx, {
    action: isPublishing ? publishing : 'post-updated',
    subject,
    ...changes,
  });
}

function factsOf({ title, slug, published, featured, published_at, word_count }: Recorded) {
  return { title, slug, published, featured, publishedAt: published_at, words: word_count };
}
