import { composeEmail } from './compose-email.ts';
import type { Mail } from './mailer.ts';

/** Tells a super admin that a backup failed. */
export function composeBackupFailed({
  to,
  origin,
  failure,
}: {
  to: string;
  origin: string;
  failure: string;
}): Mail {
  return composeEmail({
    to,
    subject: `The backup of ${new URL(origin).host} failed`,
    lines: [
      `The automatic backup of ${origin} failed: ${failure}`,
      'The site tries again every 15 minutes. You get no further email until a backup has succeeded.',
    ],
    link: { label: 'The dashboard shows the newest backup', href: `${origin}/admin` },
    closing: [],
  });
}
