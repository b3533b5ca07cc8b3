import { siteContent } from '#app/site-content.ts';
import type { FormResult } from '../forms/form-result.ts';
import { FormResultNotice, EmailField, FormSigns } from '../forms/form-field.tsx';
import { FormScript } from '../forms/form-script.tsx';

export const newsletterFailure = 'Failed to subscribe. Please try again later.';

/** Takes an address for letters by email. @param success what is said when it was taken. */
export function NewsletterBox({
  answer,
  success = '',
}: {
  answer?: FormResult | undefined;
  success?: string;
}) {
  const { heading, text, hint } = siteContent.newsletter;
  return (
    <section className="sheet newsletter" aria-labelledby="newsletter">
      <div>
        <h2 id="newsletter">{heading}</h2>
        <p>{text}</p>
      </div>
      <form method="post" action="/newsletter" data-busy="Subscribing..." data-failure={newsletterFailure}>
        <FormResultNotice answer={answer} success={success} />
        <EmailField answer={answer} maxLength={254} />
        <FormSigns answer={answer} />
        <button className="button" type="submit">
          Subscribe
        </button>
        <p className="note">
          {hint} <a href="/rss.xml">RSS feed</a>
        </p>
      </form>
      <FormScript />
    </section>
  );
}
