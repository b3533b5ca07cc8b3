import type { ReactNode } from 'react';

import type { Image } from '#domain/images/image.ts';
import { OwnWords } from '../frame/own-words.tsx';
import { PostCover, type CoverLook } from './post-cover.tsx';

/** The props of every card in a list. */
export type CardLook = {
  level?: 2 | 3;
  cover?: CoverLook;
};

/** A text in a list. The whole card is clickable; the link is on the title. */
export function Card({
  level = 2,
  cover,
  slug,
  image = null,
  note,
  title,
  address,
  excerpt,
  children,
}: CardLook & {
  slug: string;
  image?: Image | null;
  note: ReactNode;
  title: string;
  address: string;
  excerpt: ReactNode;
  children?: ReactNode;
}) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <article className="card">
      {cover && <PostCover slug={slug} image={image} {...cover} alt="" />}
      <div className="card-text">
        <p className="note">{note}</p>
        <Title dir="auto">
          <a href={address}>{title}</a>
        </Title>
        <OwnWords className="excerpt">{excerpt}</OwnWords>
        {children}
      </div>
    </article>
  );
}
