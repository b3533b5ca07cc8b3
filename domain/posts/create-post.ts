import type { Database } from '#db/client.ts';
import { findPostByCreationKey, forgetFormerSlug, insertPost, replacePostTags } from '#db/queries/posts.ts';
import { inTransaction } from '#db/transaction.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { parseInput } from '#domain/text/fields.ts';
import { slugCandidates } from '#domain/text/slug-candidates.ts';
import { newPostInput, type PostInput } from './post-input.ts';
import { preparePost } from './prepare-post.ts';
import { chosenInstant, decidePublication } from './publishing.ts';
import { refuseUnknownChoices } from './refuse-unknown-choices.ts';

/**
 * Stores a new post with its tags, all or nothing. The same creation key a second time (a double click, a retry after a
 * cut line) finds the post of the first time.
 * @throws invalid input.
 */
export async function createPost(ctx: DomainContext, input: unknown): Promise<{ id: string; slug: string }> {
  const actor = requireActor(ctx);
  const { creationKey, ...post } = parseInput(newPostInput, input);

  const publishAt = chosenInstant({ day: post.publishDay, time: post.publishTime }, null, ctx.timeZone);
  const publication = decidePublication({ published: post.published, publishAt }, null, ctx.now());
  const columns = {
    ...preparePost({ ...post, authorId: post.authorId ?? actor.userId }),
    published: publication.published,
    published_at: publication.publishedAt,
    first_published_at: publication.firstPublishedAt,
    creation_key: creationKey,
  };

  const created = await inTransaction(ctx.db, async (trx) => {
    await refuseUnknownChoices(trx, post);
    return insertUnderFreeSlug(trx, post, columns, creationKey);
  });
  ctx.contentChanged();
  return created;
}

async function insertUnderFreeSlug(
  trx: Database,
  post: PostInput,
  columns: Omit<Parameters<typeof insertPost>[1], 'slug'>,
  creationKey: string,
): Promise<{ id: string; slug: string }> {
  for (const slug of slugCandidates(post.slug, post.title)) {
    const inserted = await insertPost(trx, { ...columns, slug });
    if (inserted) {
      await replacePostTags(trx, inserted.id, post.tagIds);
      await forgetFormerSlug(trx, slug);
      return { id: inserted.id, slug };
    }
    const earlier = await findPostByCreationKey(trx, creationKey);
    if (earlier) return earlier;
  }
  throw new Error('The candidates for a slug never end.');
}
