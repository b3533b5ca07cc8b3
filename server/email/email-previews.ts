import type { FlatHeaders } from '../responses/prepared-response.ts';
import type { PlainResponse } from '../responses/plain-response.ts';
import { sampleEmails } from './sample-emails.ts';
import { escapeHtml } from '#domain/text/escape-html.ts';

const folder = '/dev/mails';

/**
 * The previews of every email, for development only: `/dev/mails` lists them, `/dev/mails/{name}` is one as its reader
 * sees it, and `/dev/mails/{name}.txt` its plain text.
 *
 * @returns null for every other address.
 */
export function handleEmailPreview(pathname: string, origin: string): PlainResponse | null {
  if (pathname !== folder && !pathname.startsWith(`${folder}/`)) return null;
  const emails = sampleEmails(origin);
  const file = pathname.slice(folder.length + 1);
  if (file === '') return html(200, listOf(Object.entries(emails)));
  const name = file.replace(/\.txt$/, '');
  const email = Object.hasOwn(emails, name) ? emails[name] : undefined;
  if (!email) return html(404, page('<p>There is no such email.</p>'));
  if (name === file) return html(200, email.html);
  return { status: 200, headers: headersFor('text/plain'), body: email.text };
}

function listOf(emails: [name: string, email: { subject: string }][]): string {
  const rows = emails.map(
    ([name, { subject }]) =>
      `<li><a href="${folder}/${name}">${escapeHtml(subject)}</a> (${name}, <a href="${folder}/${name}.txt">as text</a>)</li>`,
  );
  return page(`<h1>Emails</h1>\n<ul>\n${rows.join('\n')}\n</ul>`);
}

function page(content: string): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Emails</title></head><body>\n${content}\n</body></html>\n`;
}

function html(status: number, body: string): PlainResponse {
  return { status, headers: headersFor('text/html'), body };
}

function headersFor(type: string): FlatHeaders {
  return ['Content-Type', `${type}; charset=utf-8`, 'Cache-Control', 'no-store'];
}
