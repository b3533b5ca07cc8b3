import {
  listOpenPostEmails,
  listPostEmailSummaries,
  listSendingRows,
  type PostEmailSummary,
} from '#db/queries/post-emails.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { readPage } from '#domain/core/paging.ts';
import { can } from '#domain/core/permissions.ts';
import { formatterByZone } from '#domain/fields/dates.ts';
import type { Newsletter } from '#domain/newsletter/newsletter-setup.ts';

/**
 * The state of the emails of these posts, by their ids; null where no post can be emailed, so that there is
 * nothing to say.
 */
export async function findEmailStates(
  ctx: Core & Newsletter,
  postIds: readonly string[],
): Promise<Record<string, EmailState> | null> {
  const actor = requirePermission(ctx, 'write-drafts');
  if (!can(actor, 'edit-content') || !ctx.newsletter.hasServer || postIds.length === 0) return null;
  const rows = await listPostEmailSummaries(ctx.db, postIds);
  const newest = new Map(rows.map((row) => [row.post_id, stateIn(ctx, row)]));
  return Object.fromEntries(postIds.map((id) => [id, newest.get(id) ?? unsent]));
}

/** The sendings that wait, run or are held, oldest first; at most 10. */
export async function listOpenSendings(ctx: Core & Newsletter) {
  const actor = requirePermission(ctx, 'write-drafts');
  if (!can(actor, 'edit-content') || !ctx.newsletter.hasServer) return [];
  const rows = await listOpenPostEmails(ctx.db, 10);
  return rows.map((row) => ({ postId: row.post_id, title: row.title, state: stateIn(ctx, row) }));
}

const sendingsPerPage = 25;

/** A page of all sendings, newest first. A page past the end is the last one. @throws forbidden for editors */
export async function listSendings(ctx: Core, page: number) {
  requirePermission(ctx, 'email-posts');
  const { rows, ...counts } = await readPage(page, sendingsPerPage, (window) =>
    listSendingRows(ctx.db, window),
  );
  return {
    items: rows.map((row) => ({
      id: row.id,
      postId: row.post_id,
      title: row.title,
      state: stateIn(ctx, row),
      /** Null before it has started. */
      recipients: row.state === 'scheduled' ? null : row.recipients,
    })),
    ...counts,
  };
}

const dayFormat = formatterByZone({ dateStyle: 'medium' });

/** With days of the zone of the site: `Nov 22, 2026`. */
function stateIn({ timeZone }: Core, row: Summary): EmailState {
  return emailStateOf(row, (instant) => dayFormat(timeZone).format(instant));
}

const notEmailed = 'not emailed';

export type EmailState = { words: string; tone: 'quiet' | 'busy' | 'held' };

export const unsent: EmailState = { words: notEmailed, tone: 'quiet' };

type ListedPost = { id: string; published: boolean; scheduled: boolean };

/** The state of the emails of a list's posts, by their ids. */
export async function findTellingStates(ctx: Core & Newsletter, posts: readonly ListedPost[]) {
  const ids = posts.map(({ id }) => id);
  return tellingStates(await findEmailStates(ctx, ids), posts);
}

/**
 * The words of a list about its posts: that one was not emailed only where that is unusual, which is a public post
 * where more than half of the public ones were emailed.
 */
export function tellingStates(
  states: Readonly<Record<string, EmailState>> | null,
  posts: readonly ListedPost[],
): Map<string, EmailState> {
  const isPublic = ({ published, scheduled }: ListedPost) => published && !scheduled;
  const isEmailed = ({ id }: { id: string }) => states?.[id] !== undefined && states[id].words !== notEmailed;
  const open = posts.filter(isPublic);
  const isUnusual = open.filter(isEmailed).length > open.length / 2;
  const told = posts.filter((post) => isEmailed(post) || (isUnusual && isPublic(post)));
  return new Map(told.flatMap(({ id }) => (states?.[id] ? [[id, states[id]]] : [])));
}

type Summary = Pick<
  PostEmailSummary,
  'state' | 'starts_at' | 'paused_at' | 'finished_at' | 'recipients' | 'settled'
>;

/** The state of the newest sending of a post, in words. */
export function emailStateOf(sending: Summary, dayOf: (instant: Date) => string): EmailState {
  const { state, starts_at: startsAt, paused_at: pausedAt, finished_at: finishedAt } = sending;
  const progress = `${count(sending.settled)} of ${count(sending.recipients)}`;
  if (state === 'cancelled') return { words: `cancelled after ${progress}`, tone: 'quiet' };
  if (state === 'sent') return { words: `emailed on ${finishedAt ? dayOf(finishedAt) : '–'}`, tone: 'quiet' };
  if (state === 'sending') {
    return pausedAt === null
      ? { words: `sending ${progress}`, tone: 'busy' }
      : { words: `paused at ${progress}`, tone: 'held' };
  }
  if (pausedAt !== null) return { words: 'email is held', tone: 'held' };
  const when = startsAt === null ? 'when public' : `on ${dayOf(startsAt)}`;
  return { words: `to be emailed ${when}`, tone: 'busy' };
}

function count(n: number): string {
  return n.toLocaleString('en-US');
}
