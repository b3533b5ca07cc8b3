import { composeEmail, siteName } from './compose-email.ts';
import type { Mail } from './mailer.ts';

const texts = {
  backup: {
    subject: 'The backup failed',
    what: `The automatic backup of ${siteName} failed`,
    next: 'The site tries again every 15 minutes. You get no further email until a backup has succeeded.',
  },
  restore: {
    subject: 'The newest backup cannot be restored',
    what: `The newest backup of ${siteName} could not be restored into a scratch place`,
    next: 'The site tries again with the next backup. You get no further email until one could be restored.',
  },
  archive: {
    subject: 'The point-in-time archive is not complete',
    what: `What is written on ${siteName} is not archived`,
    next: 'The site goes on, and tries again. If its machine were lost now, what was written since would be lost with it. You get no further email until the archive is complete.',
  },
} as const;

/** Tells a super admin that something about backups failed. */
export function composeBackupFailed(options: {
  to: string;
  origin: string;
  problem: keyof typeof texts;
  failure: string;
}): Mail {
  const { to, origin, failure } = options;
  const { subject, what, next } = texts[options.problem];
  return composeEmail({
    to,
    subject,
    lines: [`${what}: ${failure}`, next],
    link: { label: 'The dashboard shows the newest backup', href: `${origin}/admin` },
    closing: [],
  });
}
