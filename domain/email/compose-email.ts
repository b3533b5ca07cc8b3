import { accentIn } from '#domain/site/accent-color.ts';
import { escapeHtml } from '#domain/html/escape-html.ts';
import { withoutControls } from '#domain/fields/fields.ts';
import type { Mail } from './mailer.ts';

/** An email with one link: what happened, the link, and what to do about an unexpected email. */
type EmailWithLink = {
  to: string;
  subject: string;
  /** Paragraphs before the link. */
  lines: readonly string[];
  /** Names with their values, after the lines. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** The text of a visitor, with its line breaks. The text part ends with it: nothing of ours follows it. */
  quote?: string;
  /** To a place of our own. */
  link: { label: string; href: string };
  /** Paragraphs after it. */
  closing: readonly string[];
};

/** Where the brand goes when the email is sent: the name in lines and facts too, accent and logo as no escaped text can hold them. */
export const siteName = '{site-name}';
const accentPlace = '<accent>';
const logoPlace = '<logo>';
const addressPlace = '{postal-address}';

/** The brand in an email; what is missing is left out, and the accent is the design's. */
export type EmailBrand = {
  name: string;
  accent?: string;
  /** An absolute address. */
  logo?: string | null;
  postalAddress?: string | null;
};

/** An email with the brand that the site has now. */
export function withBrand(
  { subject, text, html }: Pick<Mail, 'subject' | 'text' | 'html'>,
  { name, accent = accentIn('light', ''), logo = null, postalAddress }: EmailBrand,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const address = postalAddress ? `\n${postalAddress}` : '';
  return {
    subject: subject.replaceAll(siteName, () => name),
    text: text.replaceAll(siteName, () => name).replaceAll(addressPlace, () => address),
    html: html
      .replaceAll(siteName, () => escapeHtml(name))
      .replaceAll(addressPlace, () => withBreaks(address))
      .replaceAll(accentPlace, accent)
      .replaceAll(logoPlace, () => emailLogo(logo)),
  };
}

/** The logo before the name of an email, the same file for every reader. */
export function emailLogo(address: string | null): string {
  if (address === null) return '';
  return `<img src="${escapeHtml(address)}" width="32" height="32" alt="" style="width:32px;height:32px;border:0;margin:0 10px 0 0;vertical-align:middle">`;
}

/**
 * The one layout of every email: plain text, and the same as simple HTML, without styles from elsewhere or anything that
 * reports back; its one image is the logo. The mail program chooses the colors of text and background, light or dark.
 */
export function composeEmail(mail: EmailWithLink): Mail {
  return {
    to: mail.to,
    subject: withoutControls(mail.subject).replaceAll(/\s+/g, ' ').trim(),
    text: textOf(mail),
    html: htmlOf(mail),
  };
}

function textOf({ lines, facts = [], quote, link, closing }: EmailWithLink): string {
  const parts = [
    siteName,
    ...lines,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    `${link.label}:\n${link.href}`,
    ...closing,
    `${siteName}${addressPlace}`,
    ...(quote === undefined ? [] : [`----\n\n${quote}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function htmlOf({ subject, lines, facts = [], quote, link, closing }: EmailWithLink): string {
  const parts = [
    `<p style="margin:0 0 24px;font-weight:600">${logoPlace}${siteName}</p>`,
    ...lines.map(paragraph),
    ...(facts.length > 0 ? [list(facts)] : []),
    ...(quote === undefined ? [] : [quotation(quote)]),
    `<p style="margin:24px 0"><a href="${escapeHtml(link.href)}" style="${buttonStyle}">${escapeHtml(link.label)}</a></p>`,
    ...closing.map(paragraph),
    `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8886;font-size:14px">${siteName}${addressPlace}</p>`,
  ];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px">
<div style="${pageStyle}">
${parts.join('\n')}
</div>
</body>
</html>
`;
}

/** Mail programs ignore style sheets. */
const pageStyle =
  "max-width:560px;margin:0 auto;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere";
const buttonStyle = `display:inline-block;padding:10px 18px;border-radius:5px;background:${accentPlace};color:#fdfcf8;font-weight:600;text-decoration:none`;

function paragraph(line: string): string {
  return `<p style="margin:0 0 16px">${withBreaks(line)}</p>`;
}

/** The name above its value, which a phone has room for. */
function list(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<dt style="margin:0 0 2px;font-size:14px">${escapeHtml(name)}</dt><dd style="margin:0 0 12px;font-weight:600">${escapeHtml(value)}</dd>`,
  );
  return `<dl style="margin:0 0 16px">\n${rows.join('\n')}\n</dl>`;
}

function quotation(text: string): string {
  return `<blockquote style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid ${accentPlace}">${withBreaks(text)}</blockquote>`;
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n');
}
