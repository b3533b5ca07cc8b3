import { paragraphsOf } from '#domain/site/fields.ts';

type LegalText = {
  title: string;
  summary: string;
  updated: string;
  sections: readonly { heading: string; text: string }[];
};

/** A page of plain text that the owner edits. */
export function LegalPage({ title, summary, updated, sections }: LegalText) {
  return (
    <article className="page-width legal">
      <header className="page-header">
        <h1>{title}</h1>
        <p className="lead">{summary}</p>
        <p className="note">Last changed {updated}</p>
      </header>
      <div className="prose">
        {sections.map(({ heading, text }, index) => (
          <section key={index}>
            <h2>{heading}</h2>
            {paragraphsOf(text).map((paragraph, place) => (
              <p key={place}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}
