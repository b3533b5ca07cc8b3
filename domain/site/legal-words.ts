import { body, line, text } from './fields.ts';

/** The pages of rich text that the law asks for. */
export const legalPages = {
  privacy: legalPage('Privacy', 'What this site knows about you, why, and for how long.', [
    [
      'Reading',
      'You can read every public page without an account and without cookies. These pages load nothing from other companies.',
      'We count how often each page is read. To avoid counting one reader twice, the server keeps a short-lived fingerprint made from the address, the browser name and a random value that is deleted every day. It cannot be turned back into an address.',
      'While you are here, the open tab remembers which site referred you to us, the campaign named in your link and the last post you read. It is deleted when you close the tab, and we receive it only if you send us a message.',
      'The server keeps a technical log of requests to find errors and to defend against attacks.',
    ],
    [
      'Writing to us',
      'We store what you send through the contact form or the JV application so that we can reply. We use it for nothing else and share it with no one, except the email service that may deliver it to our own mailbox.',
      'With a message we store how you found us: the site that referred you, the campaign named in your link, the last post you read and the page you came from.',
    ],
    [
      'Your rights',
      'You can ask us what we store about you, and have it corrected or deleted. Use the contact page.',
    ],
  ]),
  terms: legalPage('Terms', 'The rules for using this site.', [
    [
      'The site',
      'This site describes our firm and what we learn at work. It is information, not an offer: there is an agreement only when both sides have signed one.',
    ],
    [
      'Text and images',
      'You are welcome to quote us and link to us. Ask us before you republish a whole article. You may use code from an article freely unless the article says otherwise.',
    ],
    [
      'What you send',
      'You keep all rights to the ideas in your message or application. Please do not send us anything you are not allowed to share.',
    ],
    [
      'Liability',
      'We write with care, but articles get out of date. Check what matters before you rely on it.',
    ],
  ]),
  cookies: legalPage('Cookies', 'Visitors get none.', [
    [
      'Public pages',
      'The public pages set no cookies, so there is no cookie banner. The open tab remembers how your visit began until you close it; the privacy page says what that includes.',
    ],
    [
      'Editors',
      'The people who write for this site sign in. Their browser keeps one session cookie until they sign out or the session expires.',
    ],
  ]),
} as const;

/** A page of rich text. @param sections each a heading and its paragraphs */
function legalPage<Label extends string>(label: Label, summary: string, sections: readonly string[][]) {
  const html = sections.map(
    ([heading, ...texts]) => `<h2>${heading}</h2>${texts.map((each) => `<p>${each}</p>`).join('')}`,
  );
  return {
    label,
    sections: {
      Page: {
        body: body('Content', 100_000, html.join('')),
        summary: text('Summary', 300, summary, { hint: 'Below the heading, and for search engines.' }),
        updated: line('Last changed', 60, 'November 1, 2026'),
      },
    },
  } as const;
}
