import { href } from 'react-router';

import type { Route } from './+types/terms';
import { termsText as text } from '#app/site-content.ts';
import { LegalPage } from './legal-page.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { usesReadingStylesheet } from '../stylesheets/stylesheet-of-page.ts';

export const handle = usesReadingStylesheet;

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, { path: href('/terms'), title: text.title, description: text.summary });
}

export default function Terms() {
  return <LegalPage text={text} />;
}
