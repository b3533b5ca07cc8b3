import { cleanTree, countWords, isEmptyTree, serializeClean, textOf } from '#domain/text/html.ts';
import type { PostInput } from './post-input.ts';
import { readMinutes } from './presenting.ts';

/** The stored columns that follow from what the author wrote: cleaned body, its words and reading time. Pure. */
export function preparePost(input: PostInput) {
  const body = cleanTree(input.content);
  const words = countWords(textOf(body));
  return {
    title: input.title,
    excerpt: input.excerpt,
    content: isEmptyTree(body) ? '' : serializeClean(body),
    category_id: input.categoryId,
    featured_image: input.featuredImage,
    featured: input.featured,
    display_published_at: input.displayDay,
    author_id: input.authorId,
    word_count: words,
    read_minutes: readMinutes(words),
  };
}
