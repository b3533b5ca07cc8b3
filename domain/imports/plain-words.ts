import { cleanTree, textOf } from '#domain/html/html.ts';
import { parseHtml } from '#domain/html/parse-html.ts';
import { decoded } from '#domain/redirects/path.ts';

/** The visible text of HTML, on one line. */
export function wordsOf(html: string): string {
  return /[<&]/.test(html) ? oneLine(textOf(cleanTree(html))) : oneLine(html);
}

/** Tags of words; any other one in a line is text about a tag. */
const isNoWordTag =
  /<(?!\/?(?:a|abbr|b|big|br|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|u|wbr)[\s>/])/gi;

/** The visible text of a title or name: entities are decoded once, and `&lt;canvas&gt;` stays to be read. */
export function lineOf(html: string): string {
  return wordsOf(html.replace(isNoWordTag, '&lt;'));
}

/** At most so many characters, and none of them half. */
export function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : Array.from(text.slice(0, max * 2))
        .slice(0, max)
        .join('')
        .trim();
}

/** Text in which `&lt;` stands for `<`; tags are only text. */
export function decodedEntities(text: string): string {
  if (!text.includes('&')) return text;
  const [area] = parseHtml(`<textarea>\n${text.replaceAll('</', '&lt;/')}</textarea>`);
  const [words] = area && 'childNodes' in area ? area.childNodes : [];
  return words && 'value' in words ? words.value : text;
}

/** The path of a whole image, beside which a system keeps smaller ones as `a-300x200.png`. */
export function unsizedPath(path: string): string {
  return path.replace(/-\d{2,4}x\d{2,4}(?=\.\w+(?:\?|$))/, '');
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A path of an address with its characters; one that is wrongly encoded stays as it is. */
export function decodedPath(path: string): string {
  return decoded(path) ?? path;
}
