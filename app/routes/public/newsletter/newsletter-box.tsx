import { href } from 'react-router';

import type { TermName } from '#domain/posts/post.ts';
import { FilledText } from '../filled-text.tsx';
import type { FormResult } from '../forms/form-result.ts';
import { FormNotice, EmailField, HiddenFields } from '../forms/form-field.tsx';
import { useWords } from '../frame/site-words.ts';
import { FormScript } from '../forms/form-script.tsx';
import { CategoryBoxes } from './category-boxes.tsx';
import { newsletterTexts } from './newsletter-texts.ts';

export const newsletterFailure = 'Failed to subscribe. Please try again later.';

/**
 * The sign-up form of the newsletter.
 * @param categories to choose from
 * @param success the message after an address was stored
 */
export function NewsletterBox({
  categories,
  result,
  success = '',
}: {
  categories: readonly TermName[];
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
        {categories.length > 1 && <CategoryChoice categories={categories} result={result} />}
        <p className="note">
          <FilledText
            text={words.newsletterHint}
            values={{ link: <a href={href('/rss.xml')}>{words.newsletterFeed}</a> }}
          />
        </p>
      </form>
      <FormScript />
    </section>
  );
}

/** Without a choice a subscriber gets every post. */
function CategoryChoice({
  categories,
  result,
}: {
  categories: readonly TermName[];
  result: FormResult | undefined;
}) {
  const refused = result?.stored === false ? result : null;
  const typed = refused?.typed['categories'] ?? '';
  const error = refused?.errors['categories'];
  const chosen = new Set(typed.split(' '));
  return (
    <details className="category-choice" open={typed !== ''}>
      <summary>{newsletterTexts.choice.summary}</summary>
      <CategoryBoxes
        legend={newsletterTexts.choice.hint}
        categories={categories.map((category) => ({ ...category, isChosen: chosen.has(category.slug) }))}
      />
      {error !== undefined && <p className="error">{error}</p>}
    </details>
  );
}
