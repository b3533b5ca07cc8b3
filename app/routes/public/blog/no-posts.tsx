import { href } from 'react-router';

import { useWords } from '../frame/site-words.ts';

/** The empty state of a list of posts. */
export function NoPosts() {
  return (
    <section className="page-width empty">
      <svg viewBox="0 0 320 200" aria-hidden="true">
        <path className="fine" d="M0 100H320M160 0V200M20 20h280v160H20Z" />
        <path className="dots" d="M60 50H260M60 80H230M60 110H250M60 140H180" />
        <path className="signal" d="m196 148 44-44 12 12-44 44-16 4Z" />
      </svg>
      <h2>No Posts Yet</h2>
      <p>{useWords('blog').empty}</p>
      <a className="button" href={href('/')}>
        Return to Home
      </a>
    </section>
  );
}
