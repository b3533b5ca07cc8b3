import { href } from 'react-router';

import { entryLabel } from '#domain/site/navigation.ts';
import { useRootText } from '#app/routes/error-page.tsx';
import { SiteMark } from './site-mark.tsx';
import { useEntries, useWords } from './site-words.ts';
import { useSiteEmail } from './use-site-email.ts';
import { Line } from './line.tsx';

/** The footer, styled like the title block of a technical drawing. */
export function SiteFooter() {
  const { name, tagline, social, offices } = useWords('general');
  const entries = useEntries(useWords('navigation').footer);
  const email = useSiteEmail();
  return (
    <footer className="site-footer">
      <div className="page-width title-block">
        <p className="tagline" dir="auto">
          <SiteMark name={name} />
          {tagline}
        </p>
        <nav aria-label="Footer">
          <h2 className="note">Navigation</h2>
          <Line>
            {entries.map((entry, index) => (
              <a key={index} href={entry.address}>
                {entryLabel(entry)}
              </a>
            ))}
          </Line>
        </nav>
        <section>
          <h2 className="note">Connect</h2>
          <Line>
            {social.map(({ label, address }, index) => (
              <a key={index} href={address} rel="noopener">
                {label}
              </a>
            ))}
            <a href={`mailto:${email}`}>{email}</a>
            <a href={href('/rss.xml')}>RSS</a>
          </Line>
        </section>
        {offices.length > 0 && (
          <section>
            <h2 className="note">Offices</h2>
            <Line>
              {offices.map((office, index) => (
                <span key={index}>{office.name}</span>
              ))}
            </Line>
          </section>
        )}
        <p className="small-print">
          <Line>
            <span>
              © {useRootText('year')} {name}
            </span>
            <a href={href('/privacy')}>Privacy</a>
            <a href={href('/terms')}>Terms</a>
            <a href={href('/cookies')}>Cookies</a>
          </Line>
        </p>
      </div>
    </footer>
  );
}
