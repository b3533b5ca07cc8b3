import { unsubscribeAddress } from '#domain/newsletter/unsubscribe-headers.ts';
import type { EmailWords } from '#db/queries/post-emails.ts';
import { paragraphsOf } from '#domain/site/fields.ts';
import type { Brand } from '#domain/site/published-words.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { escapeHtml } from '#domain/html/escape-html.ts';
import { emailLogo } from '#domain/email/compose-email.ts';
import { withoutControls } from '#domain/fields/fields.ts';
import { serializeHtml, type BodyTree, type HtmlNode } from '#domain/html/html-tree.ts';
import type { PostMail } from './bulk-mailer.ts';
import { emailBody, emailImage } from './email-body.ts';
import {
  buttonLook,
  buttonTable,
  columnWidth,
  colors,
  labelFont,
  style,
  styled,
  styleSheet,
  textFont,
  withAccent,
} from './email-looks.ts';
import { emailText, emailTree } from './email-tree.ts';

export type Sender = {
  brand: Brand;
  origin: string;
  postalAddress: string;
  reason: string;
};

/** The campaign of the links to the post, by which Analytics counts the views that came from the email. */
export const emailCampaign = 'new-post-email';

/** Bytes of HTML above which some mail programs cut an email off: Gmail does at 102 kB. */
export const safeBytes = 100_000;
/** An email that would be larger ends after its last block that fits, and leads on to the post. */
const maxBytes = 400_000;

/** A post as an email to its subscribers, the same for all of them but for the placeholder in the unsubscribe link. */
export function composePostEmail(
  post: PublicPost,
  body: BodyTree,
  sender: Sender,
  { subject, introduction }: EmailWords = { subject: null, introduction: null },
): PostMail {
  const address = `${sender.origin}/blog/${encodeURIComponent(post.slug)}?utm_source=email&utm_campaign=${emailCampaign}`;
  const tree = emailTree(fitting(body), sender.origin);
  const parts = emailBody(tree, { origin: sender.origin, address, images: post.images });
  const shown = fitting(parts);
  const isCut = tree.length < body.length || shown.length < parts.length;
  const html = shown.map((node) => serializeHtml([node])).join('\n');
  const before = paragraphsOf(withoutPlace(withoutControls(introduction ?? '')));
  const text = textPart(post, sender, address, [...before, emailText(tree)].join('\n\n'));
  return {
    subject: oneLine(subject ?? post.title),
    html: withAccent(
      htmlPart(post, sender, { address, before, body: withoutPlace(html), isCut }),
      sender.brand,
    ),
    text,
  };
}

/** Size of the HTML part in bytes. */
export function emailBytes({ html }: PostMail): number {
  return Buffer.byteLength(html);
}

/** Where recipients differ: nothing that a post can hold. */
export const tokenPlace = 'UnsubscribeTokenGoesHere';

/** Whatever stands in a post, it gets no recipient's token. */
function withoutPlace(text: string): string {
  return text.replaceAll(tokenPlace, '-');
}

function oneLine(text: string): string {
  return withoutPlace(withoutControls(text)).replaceAll(/\s+/g, ' ').trim();
}

/** The blocks that come before the email would be too large. */
function fitting<Node extends HtmlNode>(blocks: readonly Node[]): readonly Node[] {
  let bytes = 0;
  const end = blocks.findIndex((node) => {
    bytes += Buffer.byteLength(serializeHtml([node]));
    return bytes > maxBytes;
  });
  return end === -1 ? blocks : blocks.slice(0, end);
}

function htmlPart(
  post: PublicPost,
  sender: Sender,
  { address, before, body, isCut }: { address: string; before: string[]; body: string; isCut: boolean },
): string {
  const { brand, origin } = sender;
  const title = escapeHtml(oneLine(post.title));
  const preheader = escapeHtml(oneLine(post.description).slice(0, 200));
  const language = /^[a-zA-Z-]{2,35}$/.exec(post.language ?? '')?.[0] ?? 'en';
  const cover =
    post.featuredImage === null
      ? ''
      : `<p style="${style({ margin: '0 0 22px' })}">${serializeHtml([
          emailImage(post.featuredImage, oneLine(post.image?.alt ?? ''), post.image, origin),
        ])}</p>\n`;
  const byline = escapeHtml(oneLine([post.author, post.date].filter((part) => part !== '').join(' · ')));
  // Long words and addresses would make the column wider than a phone.
  const breaking = { 'word-wrap': 'break-word', 'word-break': 'break-word' };
  const invitation = isCut ? 'Read the rest on the site' : 'Read on the site';
  const link = styled('a', buttonLook, { class: 'e-button', href: address }, [invitation]);
  const button = serializeHtml([buttonTable([link])]);
  return withoutEmptyLines(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${styleSheet(body)}</style>
</head>
<body class="e-page" style="${style({ margin: '0', padding: '0', 'background-color': colors.page })}">
${preheader === '' ? '' : `<div aria-hidden="true" style="${style({ display: 'none', overflow: 'hidden', 'max-height': '0', 'mso-hide': 'all' })}">${preheader}</div>`}
<table role="presentation" class="e-page" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style({ 'background-color': colors.page })}">
<tr><td align="center" style="${style({ padding: '0' })}">
<table role="presentation" class="e-paper" width="${columnWidth}" cellpadding="0" cellspacing="0" border="0" style="${style({ width: '100%', 'max-width': `${columnWidth}px`, 'background-color': colors.paper })}">
<tr><td class="e-edge" style="${style({ padding: '28px 32px 0', ...breaking })}">
<p class="e-ink" style="${style({ margin: '0 0 26px', color: colors.ink, 'font-family': labelFont, 'font-size': '15px', 'font-weight': '700' })}"><a class="e-ink" href="${escapeHtml(origin)}/" style="${style({ color: colors.ink, 'text-decoration': 'none' })}">${emailLogo(brand.logo && `${origin}${brand.logo}`)}${escapeHtml(oneLine(brand.name))}</a></p>
<h1 dir="auto" style="${style({ margin: '0 0 10px', 'font-family': labelFont, 'font-size': '30px', 'line-height': '1.2', 'font-weight': '700' })}"><a class="e-ink" href="${escapeHtml(address)}" style="${style({ color: colors.ink, 'text-decoration': 'none' })}">${title}</a></h1>
${softLine('0 0 24px', byline)}
</td></tr>
<tr><td class="e-edge e-ink" dir="auto" style="${style({ padding: '0 32px', color: colors.ink, 'font-family': textFont, 'font-size': '17px', 'line-height': '1.6', ...breaking })}">
${before.map((words) => `<p style="${style({ margin: '0 0 22px' })}">${escapeHtml(words).replaceAll('\n', '<br>')}</p>\n`).join('')}${cover}${body}
</td></tr>
<tr><td class="e-edge" style="${style({ padding: '8px 32px 30px' })}">
${isCut ? softLine('0 0 14px', 'The post is longer than an email can be.') : ''}
${button}
</td></tr>
</table>
${senderPart(sender)}
</td></tr>
</table>
</body>
</html>
`);
}

/** Who sends the email, and how it ends. */
function senderPart({ origin, reason, postalAddress }: Sender): string {
  const look = { color: colors.soft, 'text-decoration': 'underline' };
  const address = escapeHtml(unsubscribeAddress(origin, tokenPlace));
  return `<table role="presentation" width="${columnWidth}" cellpadding="0" cellspacing="0" border="0" style="${style({ width: '100%', 'max-width': `${columnWidth}px` })}">
<tr><td class="e-edge" style="${style({ padding: '22px 32px 36px' })}">
${softLine('0 0 10px', escapeHtml(reason))}
${softLine('0 0 10px', escapeHtml(postalAddress).replaceAll('\n', '<br>'))}
${softLine('0', `<a class="e-soft" href="${address}" style="${style(look)}">Unsubscribe</a>`)}
</td></tr>
</table>`;
}

function softLine(margin: string, html: string): string {
  const look = { color: colors.soft, 'font-family': labelFont, 'font-size': '14px', 'line-height': '1.5' };
  return `<p class="e-soft" style="${style({ ...look, margin })}">${html}</p>`;
}

/** Blocks of code keep theirs: those are inside a line of ours only where the post has them. */
function withoutEmptyLines(html: string): string {
  return html.replaceAll('>\n\n<', '>\n<');
}

function textPart(post: PublicPost, sender: Sender, address: string, body: string): string {
  const cut = body.length > maxBytes ? `${body.slice(0, maxBytes).toWellFormed()}…` : body;
  return [
    oneLine(sender.brand.name),
    oneLine(post.title),
    oneLine([post.author, post.date].filter((part) => part !== '').join(' · ')),
    withoutPlace(cut),
    `Read on the site:\n${address}`,
    '* * *',
    sender.reason,
    sender.postalAddress,
    `Unsubscribe:\n${unsubscribeAddress(sender.origin, tokenPlace)}\n`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
