import { escapeHtml } from '#domain/text/escape-html.ts';
import type { Mail } from './mailer.ts';

/** An e-mail with one thing to do: what happened, a link, and what it means if one did not ask for it. */
export type MailWithLink = {
  to: string;
  subject: string;
  /** Paragraphs before the link. */
  lines: readonly string[];
  link: { label: string; href: string };
  /** Paragraphs after it. */
  closing: readonly string[];
};

/** Plain text and the same as simple HTML, without pictures, styles from elsewhere or anything that reports back. */
export function composeMail({ to, subject, lines, link, closing }: MailWithLink): Mail {
  const text = [...lines, link.href, ...closing].join('\n\n');
  const html = [
    ...lines.map(paragraph),
    `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`,
    ...closing.map(paragraph),
  ].join('\n');
  return {
    to,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html}\n</body></html>\n`,
  };
}

function paragraph(line: string): string {
  return `<p>${escapeHtml(line)}</p>`;
}
