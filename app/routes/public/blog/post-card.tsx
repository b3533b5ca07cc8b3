import { kinds, pathOf } from '#domain/kinds.ts';
import type { PublicPostCard } from '#domain/posts/post.ts';
import type { CoverBackground } from '../drawings/cover.ts';
import { PostCover } from './post-cover.tsx';

/** A post in a list. The whole card is clickable; the link is on the title. */
export function PostCard({
  post,
  level = 2,
  image = 'lazy',
  background,
  sizes,
}: {
  post: PublicPostCard;
  level?: 2 | 3;
  /** How the image is loaded, or `none` for a card without one. */
  image?: 'eager' | 'lazy' | 'none';
  background?: CoverBackground;
  /** The `sizes` attribute of the image; see `coverSizes`. */
  sizes?: string;
}) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <article className="card">
      {image !== 'none' && (
        <PostCover
          slug={post.slug}
          image={post.image}
          background={background}
          sizes={sizes}
          alt=""
          eager={image === 'eager'}
        />
      )}
      <div className="card-text">
        <p className="note">
          {post.kind !== 'post' && <span>{kinds[post.kind].name}</span>}
          {post.category && <span dir="auto">{post.category.name}</span>}
          <time dateTime={post.day}>{post.date}</time>
          <span>{post.readMinutes} min read</span>
        </p>
        <Title dir="auto">
          <a href={pathOf(post)}>{post.title}</a>
        </Title>
        {post.excerpt !== null && (
          <p className="excerpt" dir="auto">
            {post.excerpt}
          </p>
        )}
        <p className="note">
          <span dir="auto">{post.author}</span>
        </p>
      </div>
    </article>
  );
}
