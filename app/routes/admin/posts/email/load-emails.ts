import type { DomainContext } from '#app/http/request-context.ts';
import { can } from '#domain/core/permissions.ts';
import { readNewsletterSetup } from '#domain/newsletter/read-newsletter-setup.ts';
import { getPostEmails } from '#domain/post-emails/get-post-emails.ts';
import { dayInZone } from '#domain/fields/dates.ts';
import { shortMoment } from '#app/routes/admin/dates.ts';

export type Emails = Awaited<ReturnType<typeof loadEmails>>;

export type ShownSending = Emails['sendings'][number];

/** The data of the screen about the emails of a post, part of which the form of the post shows. */
export async function loadEmails(domain: DomainContext, postId: string) {
  const { sendings, next, ...emails } = await getPostEmails(domain, postId);
  const maySend = domain.actor !== null && can(domain.actor, 'email-posts');
  // It takes some seconds, and a screen that shows how far a sending is asks often.
  const isChecked = maySend && sendings[0]?.state !== 'sending';
  const moment = (instant: Date | null) => instant && shortMoment(instant, domain.timeZone);
  return {
    ...emails,
    next: { ...next, restoredAt: moment(next.restoredAt), endOfWeek: moment(next.endOfWeek) },
    sendings: sendings.map(({ starts_at, paused_at, started_at, finished_at, ...figures }) => ({
      ...figures,
      isPaused: paused_at !== null,
      startsAt: moment(starts_at),
      startedAt: moment(started_at),
      finishedAt: moment(finished_at),
    })),
    maySend,
    /** The checks without which the server refuses to send. */
    held: isChecked ? (await readNewsletterSetup(domain)).held : [],
    myAddress: domain.actor?.email ?? '',
    hasTest: domain.mail.isSetUp,
    timeZone: domain.timeZone,
    today: dayInZone(domain.now(), domain.timeZone),
  };
}
