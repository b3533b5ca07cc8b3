import { data, href } from 'react-router';

import type { Route } from './+types/search';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { kinds, pathOf } from '#domain/core/kinds.ts';
import { maxQueryLength } from '#domain/search/search-query.ts';
import type { Piece } from '#domain/search/highlight.ts';
import { searchPosts, type FoundPost, type SearchResult } from '#domain/posts/search-posts.ts';
import { ErrorMessage } from '#app/routes/error-page.tsx';
import { pageNumber } from './page-number.ts';
import { Pagination } from './pagination.tsx';
import { isUnavailable } from './posts-unavailable.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords } from '../frame/site-words.ts';
import { SearchForm } from './search-form.tsx';
import { Line } from '../frame/line.tsx';
import { OwnWords } from '../frame/own-words.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const typed = new URL(request.url).searchParams.get('q') ?? '';
  const result = await withUnavailableFallback(context, (domain) => searchPosts(domain, { typed, page }));
  if (result === null) throw data(null, { status: 404 });
  return result;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { text } = loaderData;
  return publicMeta(matches, {
    path: addressOf(text),
    title: text === '' ? 'Search' : `Search: ${text}`,
    description: 'Search every post by its words.',
    hidden: true,
  });
}

export default function Search({ loaderData: result }: Route.ComponentProps) {
  return (
    <div className="page-width search">
      <header className="page-header">
        <h1>Search</h1>
        <SearchForm query={result.misspelled ?? result.text} />
      </header>
      {result.authors.length > 0 && (
        <ul className="search-results" aria-label="Authors">
          {result.authors.map(({ name, slug, role }) => (
            <li key={slug}>
              <article>
                <h2 dir="auto">
                  <a href={href('/authors/:slug', { slug })}>{name}</a>
                </h2>
                <OwnWords>{role}</OwnWords>
                <p className="note">Author</p>
              </article>
            </li>
          ))}
        </ul>
      )}
      {(result.authors.length === 0 || result.posts?.total !== 0) && <ResultSummary result={result} />}
      {result.posts !== null && result.posts.items.length > 0 && (
        <>
          <ol className="search-results">
            {result.posts.items.map((post) => (
              <ResultItem key={post.slug} post={post} />
            ))}
          </ol>
          <Pagination
            list={addressOf(result.text)}
            page={result.posts.page}
            pages={result.posts.pages}
            labels={{ previous: 'Better matches', next: 'More matches' }}
          />
        </>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { name } = useWords('general');
  if (!isUnavailable(error)) return <ErrorMessage error={error} />;
  return (
    <div className="page-width search">
      <title>{`Search · ${name}`}</title>
      <meta name="robots" content="noindex" />
      <header className="page-header">
        <h1>Search</h1>
        <SearchForm />
      </header>
      <p className="lead">Search is not available right now. Please try again in a moment.</p>
      <p>
        Or <NewestPosts />.
      </p>
    </div>
  );
}

function ResultSummary({
  result: { text, posts, isPartial, isCut, terms, misspelled },
}: {
  result: SearchResult;
}) {
  if (posts === null) {
    return (
      <p className="lead">
        {text === '' ? 'Type a word or two.' : 'Your search contains no words.'}
        {' Word endings and accents do not matter.'}
      </p>
    );
  }
  const query = <bdi>“{text}”</bdi>;
  if (posts.items.length === 0) {
    return (
      <>
        <p className="lead">No post matches {query}.</p>
        <p>
          Try fewer or different words, or <NewestPosts />.
        </p>
      </>
    );
  }
  return (
    <p className="lead">
      {misspelled !== undefined && (
        <>
          No post matches <bdi>“{misspelled}”</bdi>.{' '}
        </>
      )}
      {isPartial ? (
        <>No post contains every word of {query}. These contain some of them.</>
      ) : (
        <>
          {posts.total === 1 ? '1 post matches ' : `${posts.total} posts match `}
          {query}.
        </>
      )}
      {isCut && ` We searched for the first ${terms.length} words, up to ${maxQueryLength} characters.`}
    </p>
  );
}

function NewestPosts() {
  return <a href={href('/blog')}>read the newest posts</a>;
}

function ResultItem({ post }: { post: FoundPost }) {
  return (
    <li>
      <article>
        <h2 dir="auto">
          <a href={pathOf(post)}>
            <Pieces pieces={post.title} />
          </a>
        </h2>
        <p dir="auto">
          <Pieces pieces={post.extract} />
        </p>
        {post.client !== null && (
          <p className="note">
            <Line>
              <span>Case study</span>
              <span dir="auto">{post.client}</span>
            </Line>
          </p>
        )}
        {kinds[post.kind].isInBlog && (
          <p className="note">
            <Line>
              {post.category && <span dir="auto">{post.category.name}</span>}
              {post.author !== '' && <span dir="auto">{post.author}</span>}
              <time dateTime={post.day}>{post.date}</time>
              <span>{post.readMinutes} min read</span>
            </Line>
          </p>
        )}
      </article>
    </li>
  );
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ text, isMarked }, index) => (isMarked ? <mark key={index}>{text}</mark> : text));
}

function addressOf(query: string): string {
  return query === '' ? href('/search') : `${href('/search')}?${new URLSearchParams({ q: query })}`;
}
