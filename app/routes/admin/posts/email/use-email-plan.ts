import { useEffect } from 'react';
import { href, useFetcher } from 'react-router';

import { useAction } from '#app/routes/admin/actions/use-action.ts';
import { counted } from '#domain/fields/counted.ts';
import type { loadEmails } from './load-emails.ts';

/**
 * True if a post is emailed as soon as it is public, and the choice.
 * @param post that is stored and can be emailed; null: there is none
 * @returns null where nothing can be chosen: not yet known, not allowed, not set up, emailed before, or public already
 */
export function useEmailPlan(post: { id: string; isPublic: boolean } | null) {
  const { load, data } = useFetcher<typeof loadEmails>();
  const { submit, isBusy } = useAction();
  const address = post === null ? null : href('/admin/posts/edit/:id/email', { id: post.id });
  const isPublic = post?.isPublic ?? false;
  useEffect(() => {
    if (address !== null && !isPublic) void load(address);
  }, [address, isPublic, load]);
  if (data === undefined || address === null || isPublic) return null;
  const { sendings, next, held, maySend } = data;
  const [newest] = sendings;
  const isPlanned = newest?.state === 'scheduled' && newest.startsAt === null;
  if (!maySend || held.length > 0 || next.restoredAt !== null || (newest && !isPlanned)) return null;
  const readers = counted(next.subscribers - next.received, 'subscriber');
  const after = next.endOfWeek === null ? '' : ` after ${next.endOfWeek}: one post a week at most`;
  return {
    isPlanned,
    isBusy,
    line: isPlanned ? `${readers} will get it by email${after}.` : 'Subscribers get no email.',
    change: (isWanted: boolean) =>
      void submit(isWanted ? { intent: 'send', number: String(next.number) } : { intent: 'cancel' }, {
        action: address,
      }),
  };
}
