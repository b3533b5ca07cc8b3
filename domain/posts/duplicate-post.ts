import { z } from 'zod';
import { inTransaction, requirePermission, type Core, type Secrets } from '#domain/core/context.ts';
import { chosenId, parseInput } from '#domain/fields/fields.ts';
import type { TextWork } from '#domain/text-work/text-work.ts';
import { getPost } from './get-post.ts';
import { type PostState, fieldNames, postFields, untitled } from './post-fields.ts';
import { emptyState, preparePost } from './post-state.ts';
import { withParts } from './post-parts.ts';
import { findCreated } from './store-post.ts';
import { writePost } from './write-post.ts';

const input = z.object({
  id: z.string(),
  /** Idempotency key: a repeated request finds the copy and creates no second one. */
  creationKey: chosenId,
});

/**
 * Copies a post into a new draft of the actor: its content, its tags and its fields but those that `postFields` calls its own.
 * @throws invalid, not-found.
 */
export async function duplicatePost(
  ctx: Core & Secrets & TextWork,
  sent: unknown,
): Promise<{ id: string; title: string }> {
  const { userId } = requirePermission(ctx, 'edit-content');
  const { id, creationKey } = parseInput(input, sent);
  const copy = await preparePost(ctx, copyOf(await getPost(ctx, id), userId), true);
  return inTransaction(ctx, async (tx) => {
    const save = { kind: 'other', begun: { creationKey }, describesImage: false } as const;
    const made = (await writePost(tx, null, copy, save)) ?? (await findCreated(tx.db, { creationKey }));
    return { id: made.id, title: copy.title };
  });
}

/** A draft with everything of a text but what is its own. Pure. */
function copyOf(original: PostState, authorId: string): PostState {
  const own = fieldNames.filter((name) => 'isOwn' in postFields[name]);
  const title = copyTitle(original.title || untitled);
  return { ...withParts(original, emptyState(original.kind), own), title, authorId };
}

const ending = ' (copy)';

/** The title of a copy: ends with "(copy)", within the limit of a title. Pure. */
export function copyTitle(title: string): string {
  const characters = [...title];
  const room = postFields.title.max - ending.length;
  return (characters.length <= room ? title : characters.slice(0, room).join('').trimEnd()) + ending;
}
