import type { LinkHTMLAttributes } from 'react';

import { iconAddress, type IconName } from '#domain/images/icon.ts';

/** The icons of the browser's tab and of home screens. @param logo the address of the owner's logo; '' for the files of `public/` */
export function SiteIcons({ logo }: { logo: string }) {
  return iconLinks(logo).map((link) => <link key={link.href} {...link} />);
}

type IconLink = LinkHTMLAttributes<HTMLLinkElement> & { href: string };

function iconLinks(logo: string): IconLink[] {
  if (logo === '') {
    return [
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    ];
  }
  return [
    { rel: 'icon', href: iconAddress(logo, '32'), sizes: '32x32', type: 'image/png' },
    { rel: 'apple-touch-icon', href: iconAddress(logo, '180'), sizes: '180x180' },
  ];
}

type ManifestIcon = { src: string; sizes: string; type: string; purpose?: 'maskable' };

/** The icons of the web app manifest (https://www.w3.org/TR/appmanifest/#icons-member). @param logo as for `SiteIcons` */
export function manifestIcons(logo: string): ManifestIcon[] {
  const of = (designed: string, icon: IconName) => (logo === '' ? designed : iconAddress(logo, icon));
  return [
    ...(logo === '' ? [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }] : []),
    { src: of('/icon-192.png', '192'), sizes: '192x192', type: 'image/png' },
    { src: of('/icon-512.png', '512'), sizes: '512x512', type: 'image/png' },
    { src: of('/icon-512.png', 'maskable'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ];
}
