import type { Actor } from '#domain/core/context.ts';
import { forbidden } from '#domain/core/errors.ts';
import { can } from '#domain/core/permissions.ts';

type Written = { authorId: string | null; published: boolean; firstPublishedAt: Date | null };

/**
 * True if an actor may write into a stored text: an editor into every one, a contributor into an own draft that was
 * never public. Pure.
 */
export function mayWrite(actor: Actor, { authorId, published, firstPublishedAt }: Written): boolean {
  const isOwnDraft = authorId === actor.userId && !published && firstPublishedAt === null;
  return isOwnDraft || can(actor, 'edit-content');
}

/** @throws forbidden. */
export function assertMayWrite(actor: Actor, post: Written): void {
  if (!mayWrite(actor, post))
    throw forbidden('You can propose a change of this text; an editor decides on it.');
}

/**
 * Decisions that a contributor may not make for a draft of their own: that it is public, and whose it is.
 * @throws forbidden.
 */
export function assertStaysOwnDraft(
  actor: Actor,
  input: { published: boolean; authorId: string | null },
): void {
  if (can(actor, 'edit-content')) return;
  if (input.published) throw forbidden('Only editors and admins can publish.');
  if (input.authorId !== null && input.authorId !== actor.userId)
    throw forbidden('Only editors and admins can choose another author.');
}
