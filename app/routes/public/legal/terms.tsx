import { href } from 'react-router';

import type { Route } from './+types/terms';
import { LegalPage } from './legal-page.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { usesReadingStylesheet } from '../stylesheets/stylesheet-of-page.ts';

const title = 'Terms';

export const handle = usesReadingStylesheet;

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, {
    path: href('/terms'),
    title,
    description: wordsOf(matches, 'legal').termsSummary,
  });
}

export default function Terms() {
  const { termsSummary: summary, termsUpdated: updated, termsSections: sections } = useWords('legal');
  return <LegalPage title={title} summary={summary} updated={updated} sections={sections} />;
}
