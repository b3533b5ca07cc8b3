import { useLocation, href } from 'react-router';

import { entryLabel } from '#domain/site/navigation.ts';
import { SiteMark } from './site-mark.tsx';
import { useEntries, useWords } from './site-words.ts';
import { Line } from './line.tsx';

/** The fixed header. It becomes compact after 20 px of scrolling; see `script/header-state.ts`. */
export function SiteHeader() {
  const { pathname } = useLocation();
  const { name } = useWords('general');
  const entries = useEntries(useWords('navigation').header);
  return (
    <header className="site-header">
      <div className="page-width">
        <a className="logo" href={href('/')}>
          <SiteMark />
          <span>{name}</span>
        </a>{' '}
        <nav aria-label="Main">
          <Line>
            {entries.map((entry, index) => (
              <a
                key={index}
                href={entry.address}
                aria-current={isWithin(entry.address, pathname) ? 'page' : undefined}
              >
                {entryLabel(entry)}
              </a>
            ))}
          </Line>
        </nav>
      </div>
    </header>
  );
}

function isWithin(address: string, pathname: string): boolean {
  return pathname === address || (address !== href('/') && pathname.startsWith(`${address}/`));
}
