import { cleanTree, countWords, isEmptyTree, serializeClean, textOf } from '#domain/html/html.ts';
import { columnsOf, formFieldsOf } from './post-fields.ts';
import type { PostInput } from './post-input.ts';
import { readMinutes } from './reading-time.ts';

/**
 * The columns of a post that follow from the form: its fields, the cleaned content, number of words and reading time.
 * The caller decides on slug and publishing. Pure.
 */
export function preparePost(input: PostInput) {
  const tree = cleanTree(input.content);
  const words = countWords(textOf(tree));
  return {
    ...columnsOf({ ...formFieldsOf(input), displayPublishedAt: input.displayDay }),
    results: JSON.stringify(input.results),
    content: isEmptyTree(tree) ? '' : serializeClean(tree),
    is_untitled: input.isUntitled === true,
    word_count: words,
    read_minutes: readMinutes(words),
  };
}
