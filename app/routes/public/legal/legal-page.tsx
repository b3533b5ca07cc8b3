import { href, useLocation } from 'react-router';

import type { Route } from './+types/legal-page';
import { paragraphsOf } from '#domain/site/fields.ts';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { usesReadingStylesheet } from '../stylesheets/stylesheet-of-page.ts';

const pages = [
  { name: 'privacy', path: href('/privacy'), title: 'Privacy' },
  { name: 'terms', path: href('/terms'), title: 'Terms' },
  { name: 'cookies', path: href('/cookies'), title: 'Cookies' },
] as const;

type LegalText = (typeof pages)[number]['title'];

/** One of the three pages; an address is written in lower case and without a slash at its end by now. */
function pageAt(pathname: string) {
  return pages.find(({ path }) => path === pathname) ?? pages[0];
}

export const handle = usesReadingStylesheet;

export function meta({ matches, location: { pathname } }: Route.MetaArgs) {
  const { name, path, title } = pageAt(pathname);
  return publicMeta(matches, { path, title, description: wordsOf(matches, 'legal')[`${name}Summary`] });
}

export default function LegalRoute() {
  return <LegalPage title={pageAt(useLocation().pathname).title} />;
}

/** A page of plain text that the owner edits. */
export function LegalPage({ title }: { title: LegalText }) {
  const { name } = pages.find((page) => page.title === title) ?? pages[0];
  const words = useWords('legal');
  return (
    <article className="page-width legal">
      <header className="page-header">
        <h1>{title}</h1>
        <p className="lead">{words[`${name}Summary`]}</p>
        <p className="note">Last changed {words[`${name}Updated`]}</p>
      </header>
      <div className="prose">
        {words[`${name}Sections`].map(({ heading, text }, index) => (
          <section key={index}>
            <h2>{heading}</h2>
            {paragraphsOf(text).map((paragraph, place) => (
              <p key={place}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}
