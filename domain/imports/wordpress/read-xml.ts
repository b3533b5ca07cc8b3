import { SaxesParser } from 'saxes';

import { invalid } from '#domain/core/errors.ts';
import { inUtf8, type SourceFile } from '../import-source.ts';

/** An element below the channel, with the texts of its children. */
export type Record = { name: string; texts: Map<string, string>; terms: Term[]; meta: Map<string, string> };
export type Term = { domain: string; slug: string; name: string };

/** Characters that an element may hold, and that may stand between two tags. */
const maxText = 8_000_000;
const maxDepth = 64;
const notOfXml = /[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * The elements of a WordPress export in one or several parts, one after the other: never more than one of them is in memory.
 * @throws invalid for what is no XML, is not in UTF-8, or holds a text that is too long
 */
export async function* readRecords(files: readonly SourceFile[]): AsyncGenerator<Record> {
  for (const file of files) yield* recordsOf(file);
}

async function* recordsOf(file: SourceFile): AsyncGenerator<Record> {
  const ready: Record[] = [];
  const parser = recordParser(ready);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let since = 0;
  for await (const part of await file.stream()) {
    const text = inUtf8(file.path, () => decoder.decode(part, { stream: true }));
    since += text.length;
    if (since > maxText + part.length) throw tooLong();
    parser.write(text.replace(notOfXml, ''));
    if (ready.length > 0) since = 0;
    yield* ready.splice(0);
  }
  parser.write(inUtf8(file.path, () => decoder.decode())).close();
  yield* ready.splice(0);
}

function tooLong() {
  return invalid('An element of this file is longer than 8 MB. It was not read.');
}

/** Sends each finished child of `channel` to `ready`. */
function recordParser(ready: Record[]): SaxesParser<{ xmlns: false }> {
  const parser = new SaxesParser({ xmlns: false as const });
  const open: string[] = [];
  let record: Record | null = null;
  let text = '';
  let term: Omit<Term, 'name'> | null = null;
  let key = '';
  const take = (more: string) => {
    if (record === null) return;
    text += more;
    if (text.length > maxText) throw tooLong();
  };
  parser.on('doctype', () => {
    throw invalid('This file is not XML that we can read: it declares a document type.');
  });
  parser.on('error', (error) => {
    // One wrong character stays as it was written, and the parser goes on.
    if (/entity|disallowed character\.|\]\]>/.test(error.message)) return;
    throw invalid(`This file is not XML that we can read: ${error.message}`);
  });
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name);
    text = '';
    if (open.length > maxDepth) throw invalid('The elements of this file are nested too deeply.');
    if (open.length === 3) record = { name, texts: new Map(), terms: [], meta: new Map() };
    if (open.length === 4 && name === 'category')
      term = { domain: attributes['domain'] ?? '', slug: attributes['nicename'] ?? '' };
  });
  parser.on('closetag', ({ name }) => {
    const depth = open.length;
    open.pop();
    if (record === null) return;
    if (depth === 3) {
      if (record.texts.size === 0) record.texts.set(name, text);
      ready.push(record);
      record = null;
    } else if (depth === 4) {
      if (term !== null) record.terms.push({ ...term, name: text });
      else record.texts.set(name, text);
      term = null;
    } else if (name === 'wp:meta_key') key = text;
    else if (name === 'wp:meta_value' && open.at(-1) === 'wp:postmeta') record.meta.set(key, text);
    text = '';
  });
  return parser;
}
