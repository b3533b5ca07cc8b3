import type { Page, PublicPostCard } from '#domain/posts/post.ts';
import { coverSizes, coverSizesInGrid } from './cover-sizes.ts';
import { Pagination } from './pagination.tsx';
import { PostCard } from './post-card.tsx';
import { coversOf } from './post-cover.tsx';

/** One page of posts: the first one large, the others as a grid of cards, then the pagination. */
export function PostList({ list, posts }: { list: string; posts: Page<PublicPostCard> }) {
  const [first, ...others] = posts.items;
  const coverAt = coversOf(posts.items);
  return (
    <>
      {first && (
        <div className="page-width lead-post">
          <PostCard post={first} cover={coverAt(0, coverSizes.lead)} />
        </div>
      )}
      {others.length > 0 && (
        <div className="page-width cards">
          {others.map((post, index) => (
            <PostCard
              key={post.id}
              post={post}
              cover={coverAt(index + 1, coverSizesInGrid(index, others.length))}
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
