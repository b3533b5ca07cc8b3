import { href } from 'react-router';

import type { Route } from './+types/privacy';
import { LegalPage } from './legal-page.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { usesReadingStylesheet } from '../stylesheets/stylesheet-of-page.ts';

const title = 'Privacy';

export const handle = usesReadingStylesheet;

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, {
    path: href('/privacy'),
    title,
    description: wordsOf(matches, 'legal').privacySummary,
  });
}

export default function Privacy() {
  const { privacySummary: summary, privacyUpdated: updated, privacySections: sections } = useWords('legal');
  return <LegalPage title={title} summary={summary} updated={updated} sections={sections} />;
}
