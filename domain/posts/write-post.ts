import { randomUUID } from 'node:crypto';
import { addSlugRedirect, deleteSlugRedirect, findTerm } from '#db/queries/managed-terms.ts';
import { type StoredPost, putPost, replacePostTags } from '#db/queries/posts.ts';
import type { PostRow, SaveKind } from '#db/tables.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requireActor, type Core, type InTransaction, type Secrets } from '#domain/core/context.ts';
import { describeFeaturedImage } from '#domain/images/describe-image.ts';
import { firstFree, slugCandidates } from '#domain/fields/slug-candidates.ts';
import { pruneRevisions } from '#domain/editing/revisions-to-prune.ts';
import { columnsOf } from './post-row.ts';
import type { PreparedPost } from './post-state.ts';
import type { Begun } from './begun.ts';
import { storeDerived } from './post-layout.ts';
import { recordPostEvents } from './post-events.ts';
import { decidePublication, publicationAction, publicationOf, wasPublic } from './publishing.ts';
import type { Database } from '#db/client.ts';
import { findAdminByUser } from '#db/queries/admins.ts';
import { invalid } from '#domain/core/errors.ts';
import { type FieldValues, postFields, untitled } from './post-fields.ts';
import { replacePostImages } from '#db/queries/image-links.ts';
import { type ImageColumn, imageFields, usedImages } from './used-images.ts';
import { isOwnAddress } from '#domain/redirects/own-addresses.ts';
import { slugify } from '#domain/fields/slugify.ts';
import { pathOf } from '#domain/core/kinds.ts';

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
  text: PreparedPost,
  save: Save,
): Promise<StoredPost | null> {
  const { db: trx, afterCommit } = tx;
  const now = tx.now();
  await assertReferencesExist(trx, text, before?.author_id ?? null);
  const publication = decidePublication(text, before && publicationOf(before), now, tx.timeZone);
  const columns = {
    ...columnsOf(text, text.body.wordCount),
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
  const slugs = postSlugs(text);
  const stored = await firstFree(slugs, (slug) =>
    putPost(trx, before?.id ?? null, { ...columns, facts: JSON.stringify(columns.facts), slug }),
  );
  if (stored === null) return null;
  const { id, slug } = stored;
  await replacePostTags(trx, id, text.tagIds);
  const after = save.kind === 'autosave' && before ? 'autosave' : 'save';
  const dropsImages = await linkImages(trx, id, text, before ?? {}, after);
  if (slug !== before?.slug) await deleteSlugRedirect(trx, 'post', slug);
  if (before && slug !== before.slug && wasPublic(publicationOf(before), now))
    await addSlugRedirect(trx, 'post', before.slug, id);
  await storeDerived(tx, id, text.body);
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

/**
 * Refuses a category or public author that was deleted meanwhile and an author who is not an administrator. The present author of the post
 * may stay without being one.
 * @throws invalid
 */
async function assertReferencesExist(
  db: Database,
  post: Pick<FieldValues, 'categoryId' | 'authorId' | 'publicAuthorId'>,
  authorBefore: string | null,
): Promise<void> {
  const { categoryId, publicAuthorId, authorId } = post;
  if (categoryId !== null && !(await findTerm(db, 'category', { id: categoryId })))
    throw refused('categoryId', 'chosen category no longer exists');
  if (publicAuthorId && !(await findTerm(db, 'author', { id: publicAuthorId })))
    throw refused('publicAuthorId', 'author that the post is shown as no longer exists');
  if (authorId !== null && authorId !== authorBefore && !(await findAdminByUser(db, authorId)))
    throw refused('authorId', 'chosen author is no longer an administrator');
}

function refused(field: string, what: string) {
  const message = `The ${what}. Please choose another one.`;
  return invalid(message, { [field]: message });
}

/**
 * Links a post with the images that it shows. The image of a field must be a stored upload, unless the post has it
 * already: no other address is accepted, so that a save can neither load nor delete an address that a client made up.
 * @param after whether the save decides which images the post has, or an autosave only adds some
 * @returns whether any image leaves
 * @throws invalid
 */
async function linkImages(
  trx: Database,
  postId: string,
  text: PreparedPost,
  before: Partial<Pick<PostRow, ImageColumn>>,
  after: 'save' | 'autosave',
): Promise<boolean> {
  const used = usedImages(text, text.body.images);
  const { found, isAnyLeaving } = await replacePostImages(trx, postId, used, after);
  for (const { place, column, name } of imageFields) {
    if (text[name] === null || found.has(place) || text[name] === before[column]) continue;
    const message = `The ${postFields[name].label.toLowerCase()} is no longer there. Please upload it again.`;
    throw invalid(message, { [name]: message });
  }
  return isAnyLeaving && after === 'save';
}

/**
 * The slugs to try in turn for a post (`slugCandidates`). Where the product has an address of its own, as beside plain
 * pages, a slug that was typed is refused, and one that follows from the title gets a number.
 * @throws invalid, for the field of the slug
 */
function* postSlugs(post: Pick<FieldValues, 'slug' | 'title' | 'kind'>): Generator<string> {
  const { slug: typed, title, kind } = post;
  const wanted = slugify(typed ?? '');
  const path = pathOf({ kind, slug: wanted });
  if (wanted !== '' && isOwnAddress(path)) {
    const message = `${path} belongs to the site itself. Please choose another slug.`;
    throw invalid(message, { slug: message });
  }
  for (const slug of slugCandidates(typed, title || untitled)) {
    if (!isOwnAddress(pathOf({ kind, slug }))) yield slug;
  }
}
