import { randomUUID } from 'node:crypto';

import { addSlugRedirect, deleteSlugRedirect } from '#db/queries/managed-terms.ts';
import { putPost, replacePostTags, type StoredPost } from '#db/queries/posts.ts';
import type { PostRow, SaveKind } from '#db/tables.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requireActor } from '#domain/core/actor.ts';
import type { Core } from '#domain/core/context.ts';
import { describeFeaturedImage } from '#domain/images/describe-image.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { linkImages } from './link-images.ts';
import { firstFree } from '#domain/fields/slug-candidates.ts';
import type { InTransaction } from '#domain/core/transaction.ts';
import { pruneRevisions } from '#domain/editing/prune-revisions.ts';
import type { Secrets } from '#domain/core/secrets.ts';
import { assertReferencesExist } from './assert-references-exist.ts';
import { columnsOf } from './post-row.ts';
import type { CheckedPost } from './post-state.ts';
import type { Begun } from './begun.ts';
import { postSlugs } from './post-slugs.ts';
import { storeDerived } from './store-derived.ts';
import { recordPostEvents } from './post-events.ts';
import { decidePublication, publicationAction, publicationOf, wasPublic } from './publishing.ts';

/** Facts that a text from elsewhere has already. */
export type EarlierFacts = {
  place?: { id?: string; position?: number };
  firstPublishedAt?: Date;
  updatedAt?: Date;
};

type Save = {
  kind: SaveKind;
  begun: Begun;
  /** True if the featured image itself is given what the form says about it; otherwise the draft keeps that. */
  describesImage: boolean;
  earlier?: EarlierFacts | undefined;
};

/**
 * Inserts a post, or overwrites the one that the transaction has locked, with everything that follows from it: tags,
 * images, the redirect of its slug, the search and the activity log. The earlier state becomes a revision.
 * @param before null for a new post
 * @returns null when a post with this creation key is there already
 * @throws invalid for a category, author or image that is gone
 */
export async function writePost(
  tx: InTransaction<Core & Secrets>,
  before: PostRow | null,
  text: CheckedPost,
  save: Save,
): Promise<StoredPost | null> {
  const { db: trx, afterCommit } = tx;
  const now = tx.now();
  await assertReferencesExist(trx, text, before?.author_id ?? null);
  const publication = decidePublication(text, before && publicationOf(before), now, tx.timeZone);
  const tree = readHtml(text.content);
  const columns = {
    ...columnsOf(text, tree),
    content: text.content,
    ...(save.describesImage && { image_description: null }),
    published: publication.published,
    published_at: publication.publishedAt,
    first_published_at: save.earlier?.firstPublishedAt ?? publication.firstPublishedAt,
    updated_at: save.earlier?.updatedAt ?? now,
    saved_by: requireActor(tx).userId,
    save_kind: save.kind,
    save_key: save.begun.saveKey ?? randomUUID(),
    creation_key: save.begun.creationKey ?? '',
    ...save.earlier?.place,
  };
  const stored = await firstFree(postSlugs(text), (slug) =>
    putPost(trx, before?.id ?? null, { ...columns, facts: JSON.stringify(columns.facts), slug }),
  );
  if (stored === null) return null;
  const { id, slug } = stored;
  await replacePostTags(trx, id, text.tagIds);
  const after = save.kind === 'autosave' && before ? 'autosave' : 'save';
  const dropsImages = await linkImages(trx, id, { text, tree }, before ?? {}, after);
  if (slug !== before?.slug) await deleteSlugRedirect(trx, 'post', slug);
  if (before && slug !== before.slug && wasPublic(publicationOf(before), now))
    await addSlugRedirect(trx, 'post', before.slug, id);
  await storeDerived(tx, id, columns, tree);
  await recordSave(tx, before, { ...columns, id, slug }, save.kind);
  // A text that comes from elsewhere is no news.
  if (save.earlier === undefined)
    await recordPostEvents(tx, [
      { ...columns, id, slug, before: before && publicationOf(before), after: publication },
    ]);
  if (before) await pruneRevisions(trx, { post: before.id }, now);
  const isDescribed = save.describesImage && (await describeFeaturedImage(trx, text));
  if (stored.published || before?.published === true || isDescribed) afterCommit('contentChanged');
  if (dropsImages) afterCommit('imagesDropped');
  return stored;
}

type Recorded = Pick<PostRow, 'title' | 'slug' | 'published' | 'featured' | 'published_at' | 'word_count'>;

/**
 * Records that a post was created, or a save that changed its title, slug, length or publishing. The autosaves of a draft,
 * every few seconds, are not recorded.
 */
async function recordSave(
  ctx: Core,
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
