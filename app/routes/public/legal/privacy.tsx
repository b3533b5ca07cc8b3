import { href } from 'react-router';

import type { Route } from './+types/privacy';
import { privacyText as text } from '#app/site-content.ts';
import { LegalPage } from './legal-page.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { usesReadingStylesheet } from '../stylesheets/stylesheet-of-page.ts';

export const handle = usesReadingStylesheet;

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, { path: href('/privacy'), title: text.title, description: text.summary });
}

export default function Privacy() {
  return <LegalPage text={text} />;
}
