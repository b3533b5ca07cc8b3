import { href, useLocation } from 'react-router';

import type { Route } from './+types/legal-page';
import { readSiteWords } from '#app/http/site-words.ts';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { bodyOfText, type PageBody } from '../post/post-body.ts';

const pages = [
  { name: 'privacy', path: href('/privacy'), title: 'Privacy' },
  { name: 'terms', path: href('/terms'), title: 'Terms' },
  { name: 'cookies', path: href('/cookies'), title: 'Cookies' },
] as const;

type LegalText = (typeof pages)[number]['name'];

/** One of the three pages; an address is written in lower case and without a slash at its end by now. */
function pageAt(pathname: string) {
  return pages.find(({ path }) => path === pathname) ?? pages[0];
}

export function loader({ context, url }: Route.LoaderArgs) {
  const { name } = pageAt(url.pathname);
  return { body: bodyOfText(readSiteWords(context, [name])[name].body) };
}

export function meta({ matches, location: { pathname } }: Route.MetaArgs) {
  const { name, path, title } = pageAt(pathname);
  return publicMeta(matches, { path, title, description: wordsOf(matches, name).summary });
}

export default function LegalRoute({ loaderData: { body } }: Route.ComponentProps) {
  return <LegalPage name={pageAt(useLocation().pathname).name} body={body} />;
}

/** A page of text that the owner writes. */
export function LegalPage({ name, body: { html, language } }: { name: LegalText; body: PageBody }) {
  const { summary, updated } = useWords(name);
  return (
    <article className="page-width legal">
      <header className="page-header">
        <h1>{pages.find((page) => page.name === name)?.title}</h1>
        <p className="lead">{summary}</p>
        <p className="note">Last changed {updated}</p>
      </header>
      {/* Cleaned by the domain when it was written and again when it was read. */}
      <div className="prose" dir="auto" lang={language} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
