import { composeEmail } from './compose-email.ts';
import type { Mail } from './mailer.ts';

const texts = {
  backup: {
    subject: (host: string) => `The backup of ${host} failed`,
    what: (origin: string) => `The automatic backup of ${origin} failed`,
    next: 'The site tries again every 15 minutes. You get no further email until a backup has succeeded.',
  },
  restore: {
    subject: (host: string) => `The newest backup of ${host} cannot be restored`,
    what: (origin: string) => `The newest backup of ${origin} could not be restored into a scratch place`,
    next: 'The site tries again with the next backup. You get no further email until one could be restored.',
  },
  archive: {
    subject: (host: string) => `The point-in-time archive of ${host} is not complete`,
    what: (origin: string) => `What is written on ${origin} is not archived`,
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
    subject: subject(new URL(origin).host),
    lines: [`${what(origin)}: ${failure}`, next],
    link: { label: 'The dashboard shows the newest backup', href: `${origin}/admin` },
    closing: [],
  });
}
