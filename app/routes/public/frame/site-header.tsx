import { useLocation, href } from 'react-router';

import { siteContent } from '#app/site-content.ts';
import { SiteMark } from './site-mark.tsx';

const links = [
  { to: href('/'), label: 'Home' },
  { to: href('/about'), label: 'About' },
  { to: href('/blog'), label: 'Blog' },
  { to: href('/contact'), label: 'Contact' },
];

/** The fixed header. It becomes compact after 20 px of scrolling; see `script/header-state.ts`. */
export function SiteHeader() {
  const { pathname } = useLocation();
  return (
    <header className="site-header">
      <div className="page-width">
        <a className="logo" href={href('/')}>
          <SiteMark />
          <span>{siteContent.name}</span>
        </a>
        <nav aria-label="Main">
          {links.map(({ to, label }) => (
            <a key={to} href={to} aria-current={isWithin(to, pathname) ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </div>
    </header>
  );
}

function isWithin(to: string, pathname: string): boolean {
  return pathname === to || (to !== href('/') && pathname.startsWith(`${to}/`));
}
