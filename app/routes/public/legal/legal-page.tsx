import { useLocation } from 'react-router';

import type { Route } from './+types/legal-page';
import { legalPages } from '#domain/site/legal-words.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { bodyOfText, type PageBody } from '../post/post-body.ts';
import { legalPageAt, type LegalText } from './legal-pages.ts';

export function loader({ context, url }: Route.LoaderArgs) {
  const { name } = legalPageAt(url.pathname);
  return { body: bodyOfText(readSiteWords(context, [name])[name].body) };
}

export function meta({ matches, location: { pathname } }: Route.MetaArgs) {
  const { name, path, title } = legalPageAt(pathname);
  return publicMeta(matches, { path, title, description: wordsOf(matches, name).summary });
}

export default function LegalRoute({ loaderData: { body } }: Route.ComponentProps) {
  return <LegalPage name={legalPageAt(useLocation().pathname).name} body={body} />;
}

/** A page of text that the owner writes. */
export function LegalPage({ name, body: { html, language } }: { name: LegalText; body: PageBody }) {
  const { summary, updated } = useWords(name);
  return (
    <article className="page-width legal">
      <header className="page-header">
        <h1>{legalPages[name].label}</h1>
        <p className="lead">{summary}</p>
        <p className="note">Last changed {updated}</p>
      </header>
      {/* Cleaned by the domain when it was written and again when it was read. */}
      <div className="prose" dir="auto" lang={language} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
