import { href } from 'react-router';

import type { Route } from './+types/manifest';
import { siteFile } from '#app/http/site-file.ts';
import { manifestIcons } from '#app/http/site-icons.tsx';
import { readSiteWords } from '#app/http/site-words.ts';

/** The web app manifest: name, colors and icons for a device's home screen. */
export function loader({ context }: Route.LoaderArgs) {
  const { general, brand } = readSiteWords(context, ['general', 'brand']);
  const { name, description } = general;
  const manifest = {
    name,
    short_name: name,
    description,
    start_url: href('/'),
    display: 'browser',
    background_color: '#fbf6f0',
    theme_color: '#fbf6f0',
    icons: manifestIcons(brand.logo),
  };
  return siteFile(JSON.stringify(manifest), 'application/manifest+json');
}
