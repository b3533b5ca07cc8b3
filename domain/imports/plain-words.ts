import { cleanTree, textOf } from '#domain/html/html.ts';
import { decoded } from '#domain/redirects/path.ts';

/** The visible text of HTML, on one line. */
export function wordsOf(html: string): string {
  return /[<&]/.test(html) ? oneLine(textOf(cleanTree(html))) : oneLine(html);
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A path of an address with its characters; one that is wrongly encoded stays as it is. */
export function decodedPath(path: string): string {
  return decoded(path) ?? path;
}
