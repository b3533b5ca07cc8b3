import type { ReactNode } from 'react';
import { href } from 'react-router';

import type { PostFacts } from '#domain/posts/post.ts';
import stylesheet from './case-study.css?url';

/** More rows are folded on a phone. */
const maxUnfolded = 3;

/** The results and the quote of the client: above the text. */
export function CaseStudyProof({ results, quote, quoteName, quoteRole, client, clientLogo }: PostFacts) {
  return (
    <>
      {results.length > 0 && (
        <dl className="results" aria-label="Results">
          {results.map(({ figure, label }) => (
            <div key={label}>
              <dt dir="auto">{label}</dt>
              <dd dir="auto">{figure}</dd>
            </div>
          ))}
        </dl>
      )}
      {quote !== null && (
        <figure className="case-quote">
          <blockquote dir="auto">{quote}</blockquote>
          <figcaption dir="auto">
            <ClientLogo client={client} clientLogo={clientLogo} />
            <span>{[quoteName, quoteRole].filter((one) => one !== null).join(', ')}</span>
          </figcaption>
        </figure>
      )}
    </>
  );
}

export function ClientLogo({ client, clientLogo: logo }: Pick<PostFacts, 'client' | 'clientLogo'>) {
  return (
    logo && (
      <img
        className="client-logo"
        src={logo.src}
        alt={client ?? ''}
        loading="lazy"
        width={logo.width ?? undefined}
        height={logo.height ?? undefined}
      />
    )
  );
}

/** For whom, what, when and by what: beside the text. */
export function CaseStudySide({ facts, author }: { facts: PostFacts; author: ReactNode }) {
  const { client, industry, services, technologies, year, link } = facts;
  const all: [string, ReactNode[]][] = [
    ['Client', [client]],
    ['Industry', [industry]],
    // The name of a service may have a comma in it.
    ['Services', services],
    ['Technologies', [technologies.join(', ') || null]],
    ['Year', [year]],
    ['Author', [author || null]],
  ];
  const rows = all.filter(([, values]) => values.some((value) => value !== null));
  return (
    <aside className="case-facts" aria-label="About this project">
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      {facts.quote === null && <ClientLogo {...facts} />}
      <Facts rows={rows.slice(0, maxUnfolded)} />
      {rows.length > maxUnfolded && (
        // Opened by the script where it stands beside the text.
        <details>
          <summary>More facts</summary>
          <Facts rows={rows.slice(maxUnfolded)} />
        </details>
      )}
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

function Facts({ rows }: { rows: [string, ReactNode[]][] }) {
  return (
    <dl>
      {rows.map(([name, values]) => (
        <div key={name}>
          <dt className="note">{name}</dt>
          {values.map((value, index) => (
            <dd key={index} dir="auto">
              {value}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
