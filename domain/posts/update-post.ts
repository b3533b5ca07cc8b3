import type { Database } from '#db/client.ts';
import {
  forgetFormerSlug,
  isSlugTaken,
  lockPost,
  rememberFormerSlug,
  replacePostTags,
  updatePost as updatePostRow,
} from '#db/queries/posts.ts';
import type { PostRow } from '#db/tables.ts';
import { inTransaction, retryWhenTaken } from '#db/transaction.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict, notFound } from '#domain/errors.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { slugCandidates } from '#domain/text/slug-candidates.ts';
import { editedPostInput } from './post-input.ts';
import { preparePost } from './prepare-post.ts';
import { chosenInstant, decidePublication, leavesAddressBehind } from './publishing.ts';
import { refuseUnknownChoices } from './refuse-unknown-choices.ts';

export type UpdatedPost = { slug: string; published: boolean; version: number; updatedAt: Date };

/**
 * Saves a post and its tags, all or nothing. A changed slug of a post that was public keeps the old address working.
 * @param input the form's fields with the `version` they were loaded at.
 * @throws not-found, invalid input, or conflict when somebody else saved since that version.
 */
export async function updatePost(ctx: DomainContext, id: string, input: unknown): Promise<UpdatedPost> {
  requireActor(ctx);
  const post = parseInput(editedPostInput, input);
  if (!isId(id)) throw notFound('Post not found.');
  const written = preparePost(post);

  const saved = await retryWhenTaken(() =>
    inTransaction(ctx.db, async (trx) => {
      const before = await lockPost(trx, id);
      if (!before) throw notFound('Post not found.');
      if (before.version !== post.version) {
        throw conflict('Somebody else saved this post after you opened it. Nothing you typed has been lost.');
      }
      await refuseUnknownChoices(trx, post, before.author_id);

      const publication = decidePublication(
        {
          published: post.published,
          publishAt: chosenInstant(
            { day: post.publishDay, time: post.publishTime },
            before.published_at,
            ctx.timeZone,
          ),
        },
        {
          published: before.published,
          publishedAt: before.published_at,
          firstPublishedAt: before.first_published_at,
        },
        ctx.now(),
      );
      const slug = await freeSlug(trx, before, post.slug, post.title);
      const { version, updated_at } = await updatePostRow(trx, id, {
        ...written,
        slug,
        published: publication.published,
        published_at: publication.publishedAt,
        first_published_at: publication.firstPublishedAt,
        updated_at: ctx.now(),
      });
      await replacePostTags(trx, id, post.tagIds);
      if (slug !== before.slug) await forgetFormerSlug(trx, slug);
      if (
        leavesAddressBehind(
          { slug: before.slug, firstPublishedAt: before.first_published_at },
          slug,
          ctx.now(),
        )
      ) {
        await rememberFormerSlug(trx, before.slug, id);
      }
      return { slug, published: publication.published, version, updatedAt: updated_at };
    }),
  );
  ctx.contentChanged();
  return saved;
}

/** An emptied slug is made from the title again. */
async function freeSlug(
  trx: Database,
  before: PostRow,
  typed: string | null,
  title: string,
): Promise<string> {
  for (const slug of slugCandidates(typed, title)) {
    if (slug === before.slug || !(await isSlugTaken(trx, slug, before.id))) return slug;
  }
  throw new Error('The candidates for a slug never end.');
}
