import { href } from 'react-router';

import { siteContent } from '#app/site-content.ts';
import { SiteMark } from './site-mark.tsx';

/** The footer, styled like the title block of a technical drawing. */
export function SiteFooter({ year, email }: { year: string | null; email: string }) {
  return (
    <footer className="site-footer">
      <div className="page-width title-block">
        <p className="tagline">
          <SiteMark />
          {siteContent.tagline}
        </p>
        <nav aria-label="Footer">
          <h2>Navigation</h2>
          <a href={href('/')}>Home</a>
          <a href={href('/about')}>About</a>
          <a href={href('/blog')}>Blog</a>
          <a href={href('/contact')}>Contact</a>
          <a href={href('/jv-program')}>JV Program</a>
        </nav>
        <section>
          <h2>Connect</h2>
          <a href={siteContent.social.href} rel="noopener">
            {siteContent.social.label}
          </a>
          <a href={`mailto:${email}`}>{email}</a>
          <a href={href('/rss.xml')}>RSS</a>
        </section>
        <section>
          <h2>Offices</h2>
          {siteContent.offices.map((office) => (
            <span key={office}>{office}</span>
          ))}
        </section>
        <p className="small-print">
          <span>
            © {year} {siteContent.name}
          </span>
          <a href={href('/privacy')}>Privacy</a>
          <a href={href('/terms')}>Terms</a>
          <a href={href('/cookies')}>Cookies</a>
        </p>
      </div>
    </footer>
  );
}
