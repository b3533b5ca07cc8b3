import { data } from 'react-router';

import type { Route } from './+types/search';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { domainContext } from '#app/http/request-context.ts';
import { maxQueryLength } from '#domain/search/search-query.ts';
import type { Piece } from '#domain/search/highlight.ts';
import { searchPosts, type FoundPost, type SearchResult } from '#domain/search/search-posts.ts';
import { ErrorMessage } from '#app/routes/error-page.tsx';
import { siteContent } from '#app/site-content.ts';
import { pageNumber } from './page-number.ts';
import { Pagination } from './pagination.tsx';
import { isUnavailable } from './posts-unavailable.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { SearchForm } from './search-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const typed = new URL(request.url).searchParams.get('q') ?? '';
  const answer = await withUnavailableFallback(
    searchPosts(context.get(domainContext), { typed, page }),
    context,
  );
  if (answer === null) throw data(null, { status: 404 });
  return answer;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { text } = loaderData;
  return publicMeta(matches, {
    path: addressOf(text),
    title: text === '' ? 'Search' : `Search: ${text}`,
    description: 'Search all posts by their words.',
    hidden: true,
  });
}

export default function Search({ loaderData: answer }: Route.ComponentProps) {
  return (
    <div className="sheet search">
      <header className="page-head">
        <h1>Search</h1>
        <SearchForm question={answer.text} />
      </header>
      <Outcome answer={answer} />
      {answer.posts !== null && answer.posts.items.length > 0 && (
        <>
          <ol className="found">
            {answer.posts.items.map((post) => (
              <Found key={post.slug} post={post} />
            ))}
          </ol>
          <Pagination
            list={addressOf(answer.text)}
            page={answer.posts.page}
            pages={answer.posts.pages}
            labels={{ previous: 'Better matches', next: 'More matches' }}
          />
        </>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isUnavailable(error)) return <ErrorMessage error={error} />;
  return (
    <div className="sheet search">
      <title>{`Search · ${siteContent.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className="page-head">
        <h1>Search</h1>
        <SearchForm />
      </header>
      <p className="lead">The search cannot answer right now. Please try again in a moment.</p>
      <p>
        Or <a href="/blog">read the newest posts</a>.
      </p>
    </div>
  );
}

/** What was found, in a message. */
function Outcome({ answer: { text, posts, understood, isCut, terms } }: { answer: SearchResult }) {
  if (posts === null) {
    return (
      <p className="lead">
        {text === '' ? 'Type a word or two. ' : 'There is no word in that to look for. '}
        Endings, accents and small slips of the keyboard do not matter.
      </p>
    );
  }
  const asked = <bdi>“{text}”</bdi>;
  if (posts.items.length === 0) {
    return (
      <>
        <p className="lead">No post matches {asked}.</p>
        <p>
          Fewer or other words may help, or <a href="/blog">read the newest posts</a>.
        </p>
      </>
    );
  }
  return (
    <p className="lead">
      {understood.kind === 'typed' && (
        <>
          {posts.total} {posts.total === 1 ? 'post matches' : 'posts match'} {asked}.
        </>
      )}
      {understood.kind === 'corrected' && (
        <>
          No post matches {asked}. Showing what matches <bdi>“{understood.text}”</bdi> instead.
        </>
      )}
      {understood.kind === 'some' && <>No post has all the words of {asked}. These have some of them.</>}
      {isCut && ` Only the first ${terms.length} words, or ${maxQueryLength} characters, were looked for.`}
    </p>
  );
}

function Found({ post }: { post: FoundPost }) {
  return (
    <li>
      <article>
        <h2 dir="auto">
          <a href={`/blog/${post.slug}`}>
            <Pieces pieces={post.title} />
          </a>
        </h2>
        <p dir="auto">
          <Pieces pieces={post.extract} />
        </p>
        <p className="note">
          {post.category && <span dir="auto">{post.category.name}</span>}
          <span dir="auto">{post.author}</span>
          <time dateTime={post.day}>{post.date}</time>
          <span>{post.readMinutes} min read</span>
        </p>
      </article>
    </li>
  );
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ text, isMarked }, index) => (isMarked ? <mark key={index}>{text}</mark> : text));
}

function addressOf(question: string): string {
  return question === '' ? '/search' : `/search?${new URLSearchParams({ q: question })}`;
}
