import { visibleText } from '#domain/html/visible-text.ts';

export type PostToReview = { title: string; excerpt: string; isImageUndescribed: boolean; html: string };

/** Characters of a title that search results and social cards show. */
const shownTitle = 60;

/**
 * Warnings about a post that is not published yet. They never block publishing.
 *
 * @param post.isImageUndescribed whether the featured image has no alt text
 * @param post.html sanitized: balanced, entities escaped
 */
export function reviewBeforePublishing(post: PostToReview): string[] {
  const title = post.title.trim();
  return [
    ...(title.length > shownTitle
      ? [`The title has ${title.length} characters; search results show about ${shownTitle}.`]
      : []),
    ...(post.excerpt.trim() === ''
      ? ['There is no excerpt: lists and social cards will show the title alone.']
      : []),
    ...(post.isImageUndescribed ? ['The featured image has no alt text.'] : []),
    ...missingAltTexts(post.html),
    ...headingJumps(post.html),
    ...links(post.html),
  ];
}

function missingAltTexts(html: string): string[] {
  const count = [...html.matchAll(/<img\b[^>]*>/g)].filter(([image]) => !/\salt="/.test(image)).length;
  if (count === 0) return [];
  return [count === 1 ? 'An image has no alt text.' : `${count} images have no alt text.`];
}

function headingJumps(html: string): string[] {
  let before: number | null = null;
  const messages: string[] = [];
  for (const [, digit, inner = ''] of html.matchAll(/<h([1-6])\b[^>]*>(.*?)<\/h\1>/gs)) {
    const level = Number(digit);
    const words = oneLine(inner);
    if (words === '') messages.push(`A Heading ${level} is empty.`);
    else if (before !== null && level > before + 1)
      messages.push(`“${words}” is a Heading ${level} right after a Heading ${before}: a level is left out.`);
    else if (before === null && level > 2)
      messages.push(`The first heading, “${words}”, is a Heading ${level}: begin with Heading 2.`);
    before = level;
  }
  return messages;
}

function links(html: string): string[] {
  let empty = 0;
  const bare: string[] = [];
  for (const [, inner = ''] of html.matchAll(/<a\b[^>]*\shref="[^"]*"[^>]*>(.*?)<\/a>/gs)) {
    const words = oneLine(inner);
    if (words === '' && !/<img\b[^>]*\salt="[^"]/.test(inner)) empty += 1;
    else if (/^https?:\/\/\S+$/.test(words)) bare.push(words);
  }
  return [
    ...(empty === 0 ? [] : [empty === 1 ? 'A link has no words.' : `${empty} links have no words.`]),
    ...(bare.length === 0
      ? []
      : [
          bare.length === 1
            ? 'A link shows its address instead of words.'
            : `${bare.length} links show their address instead of words.`,
        ]),
  ];
}

function oneLine(html: string): string {
  return visibleText(html).replace(/\s+/g, ' ').trim();
}
