import { kinds, pathOf } from '#domain/core/kinds.ts';
import type { PublicPostCard } from '#domain/posts/post.ts';
import { Card, type CardLook } from './card.tsx';
import { Line } from '../frame/line.tsx';

/** A post in a list. */
export function PostCard({ post, ...look }: CardLook & { post: PublicPostCard }) {
  const { slug, image, title, excerpt, kind, category, day, date, readMinutes, author } = post;
  const note = (
    <Line>
      {kind !== 'post' && <span>{kinds[kind].name}</span>}
      {category && <span dir="auto">{category.name}</span>}
      <time dateTime={day}>{date}</time>
      <span>{readMinutes} min read</span>
    </Line>
  );
  return (
    <Card
      {...look}
      slug={slug}
      image={image}
      note={note}
      title={title}
      address={pathOf(post)}
      excerpt={excerpt}
    >
      {author !== '' && (
        <p className="note">
          <span dir="auto">{author}</span>
        </p>
      )}
    </Card>
  );
}
