import { requireAdminManager } from '#domain/admins/require-manager.ts';
import type { Actor } from '#domain/auth/actor.ts';

/** What an editor is told who comes to the inbox or to the list of subscribers. */
export const inboxRefusal = 'Only admins and super admins can read messages and subscribers.';

/** The lock of everything about messages and subscribers. */
export function requireInbox(ctx: { actor: Actor | null }): Actor {
  return requireAdminManager(ctx, inboxRefusal);
}
