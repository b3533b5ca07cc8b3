import { href } from 'react-router';

import type { Page, PublicPostCard, TermName } from '#domain/posts/post.ts';
import { coverBackgroundInList } from '../drawings/cover.ts';
import { coverSizes, coverSizesInGrid } from './cover-sizes.ts';
import { Pagination } from './pagination.tsx';
import { PostCard } from './post-card.tsx';

/** One page of posts: the first one large, the others as a grid of cards, then the pagination. */
export function PostList({ list, posts }: { list: string; posts: Page<PublicPostCard> }) {
  const [first, ...others] = posts.items;
  const firstImage = posts.items.find(({ image }) => image !== null);
  return (
    <>
      {first && (
        <div className="page-width lead-post">
          <PostCard
            post={first}
            cover={{
              background: coverBackgroundInList(0),
              isEager: first === firstImage,
              sizes: coverSizes.lead,
            }}
          />
        </div>
      )}
      {others.length > 0 && (
        <div className="page-width cards">
          {others.map((post, index) => (
            <PostCard
              key={post.id}
              post={post}
              cover={{
                background: coverBackgroundInList(index + 1),
                isEager: post === firstImage,
                sizes: coverSizesInGrid(index, others.length),
              }}
            />
          ))}
        </div>
      )}
      {posts.pages > 1 && (
        <div className="page-width">
          <Pagination list={list} page={posts.page} pages={posts.pages} />
        </div>
      )}
    </>
  );
}

/** Links to the categories that have published posts. */
export function CategoryFilter({ categories, current }: { categories: TermName[]; current: string | null }) {
  if (categories.length === 0) return null;
  return (
    <nav className="filter" aria-label="Categories">
      <a href={href('/blog')} aria-current={current === null ? 'page' : undefined}>
        All
      </a>
      {categories.map(({ name, slug }) => (
        <a
          key={slug}
          href={href('/blog/category/:slug', { slug })}
          aria-current={current === slug ? 'page' : undefined}
          dir="auto"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
