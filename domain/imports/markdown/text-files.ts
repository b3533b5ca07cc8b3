import { canonicalLanguage } from '#domain/fields/languages.ts';
import type { SourceFile } from '../import-source.ts';

export const markdownName = /\.(?:md|mdx|markdown|mkdn?|mdown)$/i;
const ending = /\.(?:md|mdx|markdown|mkdn?|mdown|html?)$/i;
/** HTML that is a text, and no template. */
const htmlText =
  /^(?!.*(?:^|\/)(?:_?layouts|_includes|themes)\/)(?:.*\/)?(?:_posts|_drafts|posts|content)\/.*\.html?$/i;

/** True for a file that holds a text: Markdown, and HTML in a folder of posts. */
export function isTextFile(path: string): boolean {
  return markdownName.test(path) || htmlText.test(path);
}

/** A path without the ending of its file, and the language that stood before it. */
export type TextName = { stem: string; language: string | null };

/** Names of texts. The language in one counts for an index, and beside the same text in another language. */
export function createTextNames(texts: readonly SourceFile[]): (path: string) => TextName {
  const versions = new Map<string, number>();
  for (const { path } of texts) {
    const { stem } = split(path);
    versions.set(stem, (versions.get(stem) ?? 0) + 1);
  }
  return (path) => {
    const name = split(path);
    const isVersion = (versions.get(name.stem) ?? 0) > 1 || /(?:^|\/)_?index$/.test(name.stem);
    return isVersion ? name : { stem: path.replace(ending, ''), language: null };
  };
}

function split(path: string): TextName {
  const stem = path.replace(ending, '');
  const [, before = '', tag = ''] = /^(.+)\.([a-z]{2}(?:-[a-z]{2,4})?)$/i.exec(stem) ?? [];
  const language = tag === '' ? undefined : canonicalLanguage(tag);
  // "js" has the form of a language, and is none.
  const isLanguage = language !== undefined && languageNames.of(language) !== undefined;
  return isLanguage ? { stem: before, language } : { stem, language: null };
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
