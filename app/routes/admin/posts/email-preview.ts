import { parseEmailWords } from '#domain/post-emails/email-post.ts';
import { previewPostEmail } from '#domain/post-emails/get-post-emails.ts';
import { fileLoader } from '../actions/screen-loader.ts';

/** The email of a post, for the frames of its screen: as it would be sent now, or with `?which=sent` as it was. */
export const loader = fileLoader(
  'Failed to load the email.',
  async (domain, { params: { id }, url }: { params: { id: string }; url: URL }) => {
    const which = url.searchParams.get('which') === 'sent' ? 'sent' : 'now';
    const words = parseEmailWords(Object.fromEntries(url.searchParams));
    const { html } = await previewPostEmail(domain, id, which, words);
    return new Response(html, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-store',
        // As in a mail program: no script, no form, and its links lead nowhere.
        'Content-Security-Policy': `default-src 'none'; img-src 'self' ${domain.origin}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox`,
        'X-Frame-Options': 'SAMEORIGIN',
      },
    });
  },
);
