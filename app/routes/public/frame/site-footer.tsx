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
          <a href="/">Home</a>
          <a href="/about">About</a>
          <a href="/blog">Blog</a>
          <a href="/contact">Contact</a>
          <a href="/jv-program">JV Program</a>
        </nav>
        <section>
          <h2>Connect</h2>
          <a href={siteContent.social.href} rel="noopener">
            {siteContent.social.label}
          </a>
          <a href={`mailto:${email}`}>{email}</a>
          <a href="/rss.xml">RSS</a>
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
          <a href="/privacy">Privacy</a>
          <a href="/terms">Terms</a>
          <a href="/cookies">Cookies</a>
        </p>
      </div>
    </footer>
  );
}
