import { href } from 'react-router';

import type { Route } from './+types/cookies';
import { LegalPage } from './legal-page.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { usesReadingStylesheet } from '../stylesheets/stylesheet-of-page.ts';

const title = 'Cookies';

export const handle = usesReadingStylesheet;

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, {
    path: href('/cookies'),
    title,
    description: wordsOf(matches, 'legal').cookiesSummary,
  });
}

export default function Cookies() {
  const { cookiesSummary: summary, cookiesUpdated: updated, cookiesSections: sections } = useWords('legal');
  return <LegalPage title={title} summary={summary} updated={updated} sections={sections} />;
}
