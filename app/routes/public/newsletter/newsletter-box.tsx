import { href } from 'react-router';

import type { FormResult } from '../forms/form-result.ts';
import { FormNotice, EmailField, HiddenFields } from '../forms/form-field.tsx';
import { useWords } from '../frame/site-words.ts';
import { FormScript } from '../forms/form-script.tsx';

export const newsletterFailure = 'Failed to subscribe. Please try again later.';

/**
 * The sign-up form of the newsletter.
 * @param success the message after an address was stored
 */
export function NewsletterBox({
  result,
  success = '',
}: {
  result?: FormResult | undefined;
  success?: string;
}) {
  const words = useWords('blog');
  return (
    <section className="page-width newsletter">
      <div>
        <h2>{words.newsletterHeading}</h2>
        <p>{words.newsletterText}</p>
      </div>
      <form
        method="post"
        action={href('/newsletter')}
        data-busy="Subscribing..."
        data-failure={newsletterFailure}
      >
        <FormNotice result={result} success={success} />
        <EmailField result={result} maxLength={254} />
        <HiddenFields result={result} />
        <button className="button" type="submit">
          Subscribe
        </button>
        <p className="note">
          Unsubscribe with one click in every email. Every post is also in the{' '}
          <a href={href('/rss.xml')}>RSS feed</a>.
        </p>
      </form>
      <FormScript />
    </section>
  );
}
