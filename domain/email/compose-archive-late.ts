import { composeEmail } from './compose-email.ts';
import type { Mail } from './mailer.ts';

/** Tells a super admin that writes are not archived. */
export function composeArchiveLate({
  to,
  origin,
  failure,
}: {
  to: string;
  origin: string;
  /** Null: it is slow. */
  failure: string | null;
}): Mail {
  return composeEmail({
    to,
    subject: `The point-in-time archive of ${new URL(origin).host} is late`,
    lines: [
      `What is written on ${origin} has not been archived for more than a minute: ${failure ?? 'the archive is too slow.'}`,
      'The site goes on, and tries again every few seconds. If its machine were lost now, these writes would be lost with it. You get no further email until the archive has caught up.',
    ],
    link: { label: 'The dashboard shows since when', href: `${origin}/admin` },
    closing: [],
  });
}
