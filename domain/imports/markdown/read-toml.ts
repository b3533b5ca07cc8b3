import { parse } from 'smol-toml';

import { messageOf } from '#db/database-error.ts';
import { invalid } from '#domain/core/errors.ts';
import { maxKeys, type FrontMatter } from '#domain/html/markdown/front-matter.ts';

const maxLength = 64_000;

/**
 * The front matter of a text between two lines of `+++`. Dates stay text. Null for a text without it.
 * @throws invalid for what is no TOML, or too long
 */
export function readTomlFrontMatter(text: string): { fields: FrontMatter; body: string } | null {
  if (!/^\uFEFF?\+\+\+[ \t]*\r?\n/.test(text)) return null;
  const end = /\n\+\+\+[ \t]*(?:\r?\n|(?![^]))/.exec(text.slice(3));
  if (end === null) return null;
  const toml = text.slice(text.indexOf('\n') + 1, end.index + 4);
  if (toml.length > maxLength) throw invalid('The front matter is too long.');
  try {
    return { fields: plainFields(parse(toml)), body: text.slice(3 + end.index + end[0].length) };
  } catch (error) {
    throw invalid(`The front matter cannot be read: ${messageOf(error).split('\n', 1)[0]}`);
  }
}

/** Dates of TOML are written as they were, with or without a zone. @throws invalid for too many keys, at any depth */
function plainFields(table: FrontMatter): FrontMatter {
  let keys = 0;
  return JSON.parse(JSON.stringify(table), (key, value: unknown) => {
    keys += /^\d*$/.test(key) ? 0 : 1;
    if (keys > maxKeys) throw invalid(`It has more than ${maxKeys} keys.`);
    return value;
  });
}
