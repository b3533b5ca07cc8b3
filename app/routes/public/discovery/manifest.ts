import { href } from 'react-router';

import type { Route } from './+types/manifest';
import { sameForEverybody } from '#app/http/cache-control.ts';
import { readSiteWords } from '#app/http/site-words.ts';

const designedIcons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

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
    icons: brand.logo === '' ? designedIcons : [{ src: `${brand.logo}?w=640`, sizes: 'any' }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', ...sameForEverybody },
  });
}
