import { data, href } from 'react-router';

import type { Route } from './+types/home';
import { absolute } from '#app/http/page-meta.ts';
import { domainContext, reportErrorContext } from '#app/http/request-context.ts';
import { iconAddress } from '#domain/images/icon.ts';
import { listCaseStudiesOnHome } from '#domain/posts/case-studies.ts';
import type { PublicPostCard } from '#domain/posts/post.ts';
import { listFeaturedPosts } from '#domain/posts/list-featured-posts.ts';
import type { WordsOf } from '#domain/site/site-words.ts';
import { HeroDrawing, HeroImage, OpenDrawing, ShareDrawing } from './home-drawings.tsx';
import { HomeSections, maxSelected, type Work } from './home-sections.tsx';
import { Card } from '../blog/card.tsx';
import { coverSizes } from '../blog/cover-sizes.ts';
import { PostCard } from '../blog/post-card.tsx';
import { coversOf, type CoverLook } from '../blog/post-cover.tsx';
import { publicMeta, siteOf } from '../frame/public-page.ts';
import { jvPage, useWords, wordsOf } from '../frame/site-words.ts';
import { looksLikeHome } from '../stylesheets/stylesheet-of-page.ts';

export async function loader({ context }: Route.LoaderArgs) {
  try {
    const ctx = context.get(domainContext);
    const [posts, work] = await Promise.all([listFeaturedPosts(ctx), listCaseStudiesOnHome(ctx)]);
    return data({ posts, ...work, isFailed: false });
  } catch (error) {
    context.get(reportErrorContext)(error);
    return data({ posts: [], caseStudies: [], services: [], isFailed: true }, { status: 503 });
  }
}

export const handle = looksLikeHome;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { origin, name } = siteOf(matches);
  const { tagline, description, social, offices } = wordsOf(matches, 'general');
  return publicMeta(matches, {
    path: href('/'),
    title: `${name}: ${tagline}`,
    description,
    hidden: loaderData?.isFailed ?? true,
    facts: [
      {
        '@type': 'Organization',
        name,
        url: `${origin}/`,
        logo: absolute({ origin }, logoOf(wordsOf(matches, 'brand'))),
        slogan: tagline,
        description,
        sameAs: social.map(({ address }) => absolute({ origin }, address)),
        location: offices.map((office) => ({ '@type': 'Place', name: office.name })),
      },
    ],
  });
}

/** Search engines take pixels, and not every one of them a drawing. */
function logoOf({ logo }: WordsOf<'brand'>): string {
  return logo === '' ? '/icon-512.png' : iconAddress(logo, '512');
}

export default function Home({ loaderData: { posts, caseStudies, services } }: Route.ComponentProps) {
  return <HomePage posts={posts} caseStudies={caseStudies} services={services} />;
}

export function HomePage({ posts, caseStudies, services }: Work & { posts: PublicPostCard[] }) {
  const words = useWords('home');
  const fallbackCards = useFallbackCards();
  const headline = words.headline.split(' ');
  const selected = caseStudies.slice(0, maxSelected);
  const fallback = fallbackCards.map(({ title, address }) => ({ slug: `${address} ${title}`, image: null }));
  const coverAt = coversOf([...selected, ...(posts.length > 0 ? posts : fallback)]);
  const coverSize = posts.length === 1 ? coverSizes.lead : coverSizes.half;
  return (
    <>
      <section className="page-width hero">
        <h1 className={headlineSize(headline)}>
          {headline.slice(0, -1).join(' ')} <span>{headline.at(-1)}</span>
        </h1>
        <div className="hero-text">
          <p className="lead">{words.lead}</p>
          <p className="actions">
            <a className="button" href={href('/contact')}>
              Work with us
            </a>{' '}
            <a className="button quiet" href={href('/about')}>
              <span>Learn more</span>
              <span aria-hidden="true"> →</span>
            </a>
          </p>
        </div>
        {words.heroImage === '' ? <HeroDrawing /> : <HeroImage />}
      </section>

      <HomeSections caseStudies={caseStudies} services={services} coverAt={coverAt} />

      <Featured
        posts={posts}
        fallbackCards={fallbackCards}
        coverAt={(index) => coverAt(selected.length + index, coverSize)}
      />

      {useWords('jv').isOn && (
        <section className="page-width jv-teaser">
          <ShareDrawing theirs={words.theirShare} ours={words.ourShare} />
          <div>
            <h2>{words.jvHeading}</h2>
            <p>{words.jvText}</p>
            <a href={jvPage}>{words.jvLink}</a>
          </div>
        </section>
      )}

      <section className="page-width closing">
        <div>
          <h2>{words.closingHeading}</h2>
          <p>{words.closingText}</p>
          <a className="button" href={href('/contact')}>
            Get in touch
          </a>
        </div>
        <OpenDrawing />
      </section>
    </>
  );
}

function Featured({
  posts,
  fallbackCards,
  coverAt,
}: {
  posts: PublicPostCard[];
  fallbackCards: ReturnType<typeof useFallbackCards>;
  coverAt: (index: number) => CoverLook;
}) {
  return (
    <section className="page-width featured">
      <div className="section-header">
        <h2>Featured Blog Posts</h2>
        <a href={href('/blog')}>View all posts</a>
      </div>
      <div className="pair">
        {posts.map((post, index) => (
          <PostCard key={post.id} post={post} level={3} cover={coverAt(index)} />
        ))}
        {posts.length === 0 &&
          fallbackCards.map(({ kicker, title, text, address }, index) => (
            <Card
              key={index}
              level={3}
              slug={`${address} ${title}`}
              cover={coverAt(index)}
              note={kicker}
              title={title}
              address={address}
              excerpt={text}
            />
          ))}
      </div>
    </section>
  );
}

/** The card of a JV program that is switched off leads to the contact page instead. */
function useFallbackCards() {
  const { heading, lead } = useWords('contact');
  const { isOn } = useWords('jv');
  const contact = { kicker: 'Contact', title: heading, text: lead, address: href('/contact') };
  return useWords('home').fallbackCards.map((card) => (isOn || card.address !== jvPage ? card : contact));
}

/** The longer the headline, or its longest word, the smaller it is set: the buttons stay in sight. */
function headlineSize(words: readonly string[]): string {
  const longestWord = Math.max(...words.map(({ length }) => length));
  const length = Math.max(words.join(' ').length, longestWord * 2.5);
  return length <= 20 ? 'short' : length <= 28 ? 'long' : length <= 40 ? 'longer' : 'longest';
}
