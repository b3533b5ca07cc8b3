import type { LegalText } from '#app/site-content.ts';

/** A page of plain text that the owner edits. */
export function LegalPage({ text: { title, summary, updated, sections } }: { text: LegalText }) {
  return (
    <article className="page-width legal">
      <header className="page-header">
        <h1>{title}</h1>
        <p className="lead">{summary}</p>
        <p className="note">Last changed {updated}</p>
      </header>
      <div className="prose">
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}
