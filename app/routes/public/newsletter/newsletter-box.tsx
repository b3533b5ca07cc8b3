import { href } from 'react-router';

import type { FormResult } from '../forms/form-result.ts';
import { EmailField, VisitorForm } from '../forms/form-field.tsx';
import { useWords } from '../frame/site-words.ts';

export const newsletterFailure = 'Failed to subscribe. Please try again later.';

/** The sign-up form of the newsletter. */
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
      <VisitorForm
        action={href('/newsletter')}
        submit="Subscribe"
        busy="Subscribing..."
        failure={newsletterFailure}
        result={result}
        success={success}
        hint={
          <p className="note">
            Unsubscribe with one click in every email. Every post is also in the{' '}
            <a href={href('/rss.xml')}>RSS feed</a>.
          </p>
        }
      >
        <EmailField maxLength={254} />
      </VisitorForm>
    </section>
  );
}
