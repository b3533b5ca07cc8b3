import { siteContent } from '#app/site-content.ts';

/** Takes an address for letters by e-mail. Nothing is sent yet: a form of this method stays where it is. */
export function NewsletterBox() {
  const { heading, text, hint } = siteContent.newsletter;
  return (
    <section className="sheet newsletter" aria-labelledby="newsletter">
      <div>
        <h2 id="newsletter">{heading}</h2>
        <p>{text}</p>
      </div>
      <form method="dialog">
        <div className="field">
          <label htmlFor="newsletter-email">Email</label>
          <input
            id="newsletter-email"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            aria-describedby="newsletter-hint"
          />
        </div>
        <button className="button" type="submit">
          Subscribe
        </button>
        <p className="note" id="newsletter-hint">
          {hint} <a href="/rss.xml">RSS feed</a>
        </p>
      </form>
    </section>
  );
}
