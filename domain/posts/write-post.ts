import { randomUUID } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { replacePostImages } from '#db/queries/images.ts';
import { addSlugRedirect, deleteSlugRedirect } from '#db/queries/managed-terms.ts';
import { isSlugTaken, replacePostTags, updatePostRow } from '#db/queries/posts.ts';
import type { PostRow, SaveKind } from '#db/tables.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { indexPost } from '#domain/search/index-post.ts';
import { usedImages } from '#domain/images/used-images.ts';
import { postSlugs } from './post-slugs.ts';
import type { PostInput } from './post-input.ts';
import { preparePost } from './prepare-post.ts';
import {
  chosenInstant,
  decidePublication,
  publicationAction,
  publicationOf,
  wasPublic,
} from './publishing.ts';
import { assertImagesExist, assertReferencesExist } from './assert-references-exist.ts';
import { firstFree } from '#domain/fields/slug-candidates.ts';
import { pruneRevisions } from '#domain/editing/prune-revisions.ts';

export type UpdatedPost = ReturnType<typeof updatedPost>;

/** What the form is told of a post that was saved. */
export function updatedPost(
  row: Pick<PostRow, 'slug' | 'published' | 'published_at' | 'version' | 'updated_at'>,
) {
  const { slug, published, published_at: publishedAt, version, updated_at: updatedAt } = row;
  return { slug, published, publishedAt, version, updatedAt };
}

/**
 * Overwrites a post and its tags in the transaction that has locked it. The earlier state becomes a revision. When the slug
 * of a post that was public changes, the old one redirects.
 */
export async function writePost(
  trx: Database,
  ctx: DomainContext,
  before: PostRow,
  post: PostInput,
  save: { kind: SaveKind; key: string | null },
): Promise<UpdatedPost & { dropsImages: boolean }> {
  await assertReferencesExist(trx, post, before.author_id);
  const publication = decidePublication(
    {
      published: post.published,
      publishAt: chosenInstant(post, before.published_at, ctx.timeZone),
    },
    publicationOf(before),
    ctx.now(),
  );
  // The chosen slug, or one made from the title, with a number when it is taken.
  const slug = await firstFree(postSlugs(post), async (one) =>
    one === before.slug || !(await isSlugTaken(trx, one, before.id)) ? one : undefined,
  );
  const written = preparePost(post);
  const updated = await updatePostRow(trx, before.id, {
    ...written,
    slug,
    published: publication.published,
    published_at: publication.publishedAt,
    first_published_at: publication.firstPublishedAt,
    updated_at: ctx.now(),
    saved_by: requireActor(ctx).userId,
    save_kind: save.kind,
    save_key: save.key ?? randomUUID(),
  });
  await replacePostTags(trx, before.id, post.tagIds);
  const images = await replacePostImages(
    trx,
    before.id,
    usedImages(written),
    save.kind === 'autosave' ? 'autosave' : 'save',
  );
  assertImagesExist(written, images.found, before);
  if (slug !== before.slug) await deleteSlugRedirect(trx, 'post', slug);
  if (slug !== before.slug && wasPublic(publicationOf(before), ctx.now())) {
    await addSlugRedirect(trx, 'post', before.slug, before.id);
  }
  await indexPost(trx, before.id, written);
  // The autosaves of a draft, every few seconds, are not recorded.
  if (save.kind !== 'autosave' || publication.published !== before.published) {
    await recordSave(trx, ctx, before.id, before, { ...written, ...updated });
  }
  await pruneRevisions(trx, { post: before.id }, ctx.now());
  return { ...updatedPost(updated), dropsImages: images.isAnyLeaving };
}

type Recorded = Pick<PostRow, 'title' | 'slug' | 'published' | 'featured' | 'published_at' | 'word_count'>;

/** Records one activity entry when a save changed the title, slug, length or publishing of a post. */
async function recordSave(
  trx: Database,
  ctx: DomainContext,
  id: string,
  before: Recorded,
  after: Recorded,
): Promise<void> {
  const changes = changedFacts(factsOf(before), factsOf(after));
  if (!changes) return;
  await recordActivity(trx, ctx, {
    action:
      before.published === after.published
        ? 'post-updated'
        : publicationAction({ published: after.published, publishedAt: after.published_at }, ctx.now()),
    subject: { id, label: after.title },
    ...changes,
  });
}

function factsOf({ title, slug, published, featured, published_at, word_count }: Recorded) {
  return { title, slug, published, featured, publishedAt: published_at, words: word_count };
}
