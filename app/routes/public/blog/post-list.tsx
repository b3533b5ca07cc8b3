import type { Page, PublicPostCard } from '#domain/posts/post.ts';
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
