import {
  listOtherBodies,
  listPostBodies,
  replaceOtherBody,
  replacePostBody,
  type OtherBodies,
  type StoredBody,
} from '#db/queries/stored-bodies.ts';
import { lockPost } from '#db/queries/posts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { indexPost } from '#domain/search/index-post.ts';
import { cleanTree, countWords, isEmptyTree, serializeClean, textOf } from '#domain/text/html.ts';
import { inTransaction } from '#domain/transaction.ts';
import { readMinutes } from './reading-time.ts';

type CleanContext = Pick<DomainContext, 'db' | 'contentChanged'>;

/** A text has 5 MB at most, so many of them are read at once. */
const atOnce = 10;

export type CleanedBodies = { posts: number; pendingChanges: number; revisions: number };

/**
 * Cleans every stored text again, by the present rules: of posts, pending changes and earlier states. For the operator,
 * after a rule has changed. Posts are changed one by one, each in a transaction of its own; a run that was cut off is
 * repeated, and finds the ones before clean. A text that an editor saves meanwhile is cleaned by the save.
 * @param onProgress told how many texts were read so far
 * @returns how many were changed
 */
export async function cleanBodies(
  ctx: CleanContext,
  onProgress: (read: number) => void,
): Promise<CleanedBodies> {
  let read = 0;
  async function each(
    list: (after: string | null) => Promise<StoredBody[]>,
    clean: (body: StoredBody) => Promise<boolean>,
  ): Promise<number> {
    let changed = 0;
    let after: string | null = null;
    for (;;) {
      const bodies: StoredBody[] = await list(after);
      for (const body of bodies) if (await clean(body)) changed += 1;
      const last = bodies.at(-1);
      if (last === undefined) return changed;
      after = last.id;
      read += bodies.length;
      onProgress(read);
    }
  }
  const others = (kind: OtherBodies) =>
    each(
      (after) => listOtherBodies(ctx.db, kind, after, atOnce),
      ({ id, content }) => cleanOther(ctx, kind, id, content),
    );
  const cleaned = {
    posts: await each(
      (after) => listPostBodies(ctx.db, after, atOnce),
      ({ id, content }) => cleanPost(ctx, id, content),
    ),
    pendingChanges: await others('pending changes'),
    revisions: await others('revisions'),
  };
  await recordActivity(
    ctx.db,
    { actor: null, clientAddress: null },
    { action: 'texts-cleaned', after: cleaned, by: { process: 'command line' } },
  );
  return cleaned;
}

function cleanPost(ctx: CleanContext, id: string, read: string): Promise<boolean> {
  if (cleanBody(read).content === read) return Promise.resolve(false);
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const post = await lockPost(trx, id);
    if (!post) return false;
    const body = cleanBody(post.content);
    if (body.content === post.content) return false;
    await replacePostBody(trx, id, body);
    await indexPost(trx, id, { ...post, content: body.content });
    await recordActivity(
      trx,
      { actor: null, clientAddress: null },
      {
        action: 'text-cleaned',
        subject: { id, label: post.title },
        by: { process: 'command line' },
      },
    );
    tx.afterCommit('contentChanged');
    return true;
  });
}

async function cleanOther({ db }: CleanContext, kind: OtherBodies, id: string, before: string) {
  const { content } = cleanBody(before);
  return content !== before && replaceOtherBody(db, kind, id, { before, after: content });
}

function cleanBody(content: string) {
  const tree = cleanTree(content);
  const words = countWords(textOf(tree));
  return {
    content: isEmptyTree(tree) ? '' : serializeClean(tree),
    word_count: words,
    read_minutes: readMinutes(words),
  };
}
