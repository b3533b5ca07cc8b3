import type { ReactNode } from 'react';
import { href } from 'react-router';

import type { PostFacts } from '#domain/posts/post.ts';
import stylesheet from './case-study.css?url';

/** The results, large: above the text. */
export function CaseStudyResults({ results }: Pick<PostFacts, 'results'>) {
  if (results.length === 0) return null;
  return (
    <dl className="results" aria-label="Results">
      {results.map(({ figure, label }) => (
        <div key={label}>
          <dt dir="auto">{label}</dt>
          <dd dir="auto">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** For whom, what, when and by what: beside the text. */
export function CaseStudySide({ facts, author }: { facts: PostFacts; author: ReactNode }) {
  const { client, clientLogo: logo, industry, services, technologies, year, link } = facts;
  const rows: [string, (string | number | null)[]][] = [
    ['Client', [client]],
    ['Industry', [industry]],
    // The name of a service may have a comma in it.
    ['Services', services],
    ['Technologies', [technologies.join(', ') || null]],
    ['Year', [year]],
  ];
  return (
    <aside className="case-facts" aria-label="About this project">
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      {logo && (
        <img
          className="client-logo"
          src={logo.src}
          alt={client ?? ''}
          width={logo.width ?? undefined}
          height={logo.height ?? undefined}
        />
      )}
      <dl>
        {rows.map(
          ([name, values]) =>
            values.some((value) => value !== null) && (
              <div key={name}>
                <dt className="note">{name}</dt>
                {values.map((value) => (
                  <dd key={value} dir="auto">
                    {value}
                  </dd>
                ))}
              </div>
            ),
        )}
        {author && (
          <div>
            <dt className="note">Author</dt>
            <dd>{author}</dd>
          </div>
        )}
      </dl>
      {link !== null && (
        <p>
          <a href={link} rel="noopener">
            Visit the client’s site
          </a>
        </p>
      )}
      <p>
        <a href={href('/contact')}>Talk about a project like this</a>
      </p>
    </aside>
  );
}

/** The quote of the client. */
export function CaseStudyQuote({ quote, quoteName, quoteRole }: PostFacts) {
  if (quote === null) return null;
  return (
    <figure className="case-quote">
      <blockquote dir="auto">{quote}</blockquote>
      <figcaption className="note" dir="auto">
        {[quoteName, quoteRole].filter((one) => one !== null).join(', ')}
      </figcaption>
    </figure>
  );
}
