import { readFrontMatter, type FrontMatter } from '#domain/html/markdown/front-matter.ts';
import { recordOf } from '../record-of.ts';
import { readTomlFrontMatter } from './read-toml.ts';

/** Fields by their names in lower case, without `-` and `_`: programs write one in several ways. */
export type Fields = ReadonlyMap<string, unknown>;

/** The front matter of a text in YAML, TOML or JSON, and what follows it. @throws invalid for what cannot be read */
export function readFront(text: string): { fields: FrontMatter; body: string } {
  const whole = withFirstLine(text);
  return readTomlFrontMatter(whole) ?? readFrontMatter(whole);
}

/** A text with the first line of its front matter, which Hexo and JSON do not need, and nothing before it. */
function withFirstLine(text: string): string {
  const whole = text.replace(/^[\uFEFF\s]+/, '');
  if (/^(?:---|\+\+\+)[ \t]*\r?\n/.test(whole)) return whole;
  const end = whole.startsWith('{') ? (/^\}[ \t]*$/m.exec(whole)?.index ?? -1) : -1;
  if (end !== -1) return `---\n${whole.slice(0, end + 1)}\n---\n${whole.slice(end + 1)}`;
  const hasFields = /^(?:title|date|layout|slug|author|tags|categories|draft|published|permalink)[ \t]*:/i;
  return hasFields.test(whole) && /^---[ \t]*\r?$/m.test(whole) ? `---\n${whole}` : text;
}

export function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** Each field, and those within it as `name.inner`; the first one of a name counts. */
export function fieldsByName(front: FrontMatter): Fields {
  const fields = new Map<string, unknown>();
  const add = (name: string, value: unknown) => fields.has(name) || fields.set(name, value);
  for (const [key, value] of Object.entries(front)) {
    add(plainName(key), value);
    for (const [inner, one] of Object.entries(recordOf(value)))
      add(`${plainName(key)}.${plainName(inner)}`, one);
  }
  return fields;
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** The first field of these names that has words. */
export function textOf(fields: Fields, ...names: string[]): string {
  for (const name of names.map(plainName)) {
    const value = fields.get(name) ?? fields.get(`extra.${name}`);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
    if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0].trim();
  }
  return '';
}

export function listOf(value: unknown): string[] {
  // Hexo writes a category within another one as a list.
  return arrayOf(value)
    .flat()
    .flatMap((item) => (typeof item === 'string' || typeof item === 'number' ? [String(item)] : []));
}
