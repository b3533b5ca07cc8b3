import { invalid } from '#domain/errors.ts';
import type { FrontMatter } from '#domain/html/markdown/front-matter.ts';
import { indexOrEnd } from '#domain/fields/index-or-end.ts';

const most = 64_000;

/**
 * The front matter of a text between two lines of `+++`: TOML, as far as blogs use it. Dates stay text; what cannot be
 * read is an empty value. Null for a text without it.
 */
export function readTomlFrontMatter(text: string): { fields: FrontMatter; body: string } | null {
  if (!/^\uFEFF?\+\+\+[ \t]*\r?\n/.test(text)) return null;
  const end = /\n\+\+\+[ \t]*(?:\r?\n|(?![^]))/.exec(text.slice(3));
  if (end === null) return null;
  const toml = text.slice(text.indexOf('\n') + 1, end.index + 4);
  if (toml.length > most) throw invalid('The front matter is too long.');
  return { fields: readToml(toml), body: text.slice(3 + end.index + end[0].length) };
}

const string = /"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;

function readToml(toml: string): FrontMatter {
  const fields: Record<string, unknown> = {};
  let table = '';
  let at = 0;
  while (at < toml.length) {
    const lineEnd = indexOrEnd(toml, '\n', at);
    const line = toml.slice(at, lineEnd);
    const [, name] = /^\s*\[+\s*([^\]\s]{1,200})\s*\]+/.exec(line) ?? [];
    const [start = '', bare = '', quoted = ''] =
      /^\s*(?:([\w.-]{1,200})|"([^"]{1,200})")\s*=\s*/.exec(line) ?? [];
    if (start === '') {
      if (name !== undefined) table = `${name}.`;
      at = lineEnd + 1;
      continue;
    }
    const { value, end } = readValue(toml, at + start.length);
    fields[table + (bare || quoted)] = value;
    at = indexOrEnd(toml, '\n', end) + 1;
  }
  return fields;
}

function readValue(toml: string, at: number): { value: unknown; end: number } {
  if (toml[at] === '[') return readList(toml, at + 1);
  string.lastIndex = at;
  const [written] = string.exec(toml) ?? [];
  if (written !== undefined) return { value: unquoted(written), end: at + written.length };
  const end = at + (/[,\]\n#]/.exec(toml.slice(at, at + 200))?.index ?? 200);
  const bare = toml.slice(at, end).trim();
  if (bare === 'true' || bare === 'false') return { value: bare === 'true', end };
  return { value: /^-?\d{1,15}$/.test(bare) ? Number(bare) : bare, end };
}

function readList(toml: string, from: number): { value: unknown[]; end: number } {
  const items: unknown[] = [];
  let at = from;
  for (;;) {
    const skipped = /^(?:[\s,]|#[^\n]*)*/.exec(toml.slice(at))?.[0].length ?? 0;
    at += skipped;
    if (at >= toml.length || toml[at] === ']') return { value: items, end: at + 1 };
    if (toml[at] === '[' || toml[at] === '{') return { value: items, end: indexOrEnd(toml, '\n', at) };
    const { value, end } = readValue(toml, at);
    items.push(value);
    at = Math.max(end, at + 1);
  }
}

function unquoted(written: string): string {
  if (written.startsWith("'''")) return written.slice(3, -3).replace(/^\n/, '');
  if (written.startsWith("'")) return written.slice(1, -1);
  const isLong = written.startsWith('"""');
  const inner = isLong
    ? written
        .slice(3, -3)
        .replace(/^\n/, '')
        .replace(/\\\n\s*/g, '')
    : written.slice(1, -1);
  const named: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
  return inner.replace(/\\(?:u([\da-f]{4})|U([\da-f]{8})|(.))/gi, (_whole, short, long, other: string) => {
    const code = Number.parseInt(String(short ?? long ?? ''), 16);
    if (Number.isNaN(code)) return named[other] ?? other;
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
