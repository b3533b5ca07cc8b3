import { href } from 'react-router';

import { maxQueryLength } from '#domain/search/search-query.ts';

/** The search box of the blog: a plain form that works without script. */
export function SearchForm({ query = '' }: { query?: string }) {
  return (
    <form className="search-form" action={href('/search')} role="search" aria-label="Posts">
      <label className="visually-hidden" htmlFor="search-query">
        Search posts
      </label>{' '}
      <input
        id="search-query"
        type="search"
        name="q"
        defaultValue={query}
        maxLength={maxQueryLength}
        placeholder="Search posts"
        autoComplete="off"
        dir="auto"
      />
      <button type="submit">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M8.5 2.75a5.75 5.75 0 1 0 0 11.5 5.75 5.75 0 0 0 0-11.5ZM13 13l4.5 4.5" />
        </svg>
        <span className="visually-hidden">Search</span>
      </button>
    </form>
  );
}
