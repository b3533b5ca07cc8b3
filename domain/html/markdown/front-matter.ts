import { parseDocument, stringify, visit, type Document } from 'yaml';

import { invalid } from '#domain/core/errors.ts';

/** The head of a Markdown text, in YAML between two lines of `---`. */
export type FrontMatter = Readonly<Record<string, unknown>>;

/** Characters; those of real texts have a few hundred. */
const maxLength = 64_000;
/** Keys, at any depth. */
export const maxKeys = 200;

/** Fields without a value are left out. */
export function writeFrontMatter(fields: FrontMatter): string {
  const known = Object.entries(fields).filter(([, value]) => !isNothing(value));
  return `---\n${stringify(Object.fromEntries(known), { lineWidth: 0 })}---\n`;
}

function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/**
 * Dates stay text. A text without front matter has no fields.
 * @throws invalid for front matter that is no YAML, has references, or is longer than 64,000 characters
 */
export function readFrontMatter(text: string): { fields: FrontMatter; body: string } {
  const [whole, yaml] =
    /\uFEFF?---[ \t]*\r?\n([^]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|(?![^]))/my.exec(text) ?? [];
  if (whole === undefined || yaml === undefined) return { fields: {}, body: text };
  if (yaml.length > maxLength) throw invalid('The front matter is too long.');
  const document = readOrRefuse(() =>
    parseDocument(yaml, { schema: 'core', prettyErrors: false, uniqueKeys: false, logLevel: 'error' }),
  );
  const [error] = document.errors;
  if (error) throw invalid(`The front matter cannot be read: ${error.message}`);
  assertKeys(document);
  const fields = readOrRefuse<unknown>(() => document.toJS({ maxAliasCount: 0 }));
  if (fields === null) return { fields: {}, body: text.slice(whole.length) };
  if (typeof fields !== 'object' || Array.isArray(fields))
    throw invalid('The front matter is not a list of fields.');
  return { fields: { ...fields }, body: text.slice(whole.length) };
}

/** In place of the parser, which compares each key with all others. */
function assertKeys(document: Document.Parsed): void {
  let keys = 0;
  visit(document, {
    Map(_, { items }) {
      keys += items.length;
      if (keys > maxKeys) throw invalid(`The front matter has more than ${maxKeys} keys.`);
      const names = new Set(items.map(({ key }) => String(key)));
      if (names.size < items.length) throw invalid('The front matter has a key twice.');
    },
  });
}

function readOrRefuse<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReferenceError)
      throw invalid('The front matter has references, which are not read.');
    if (error instanceof RangeError) throw invalid('The front matter is nested too deeply.');
    throw error;
  }
}
