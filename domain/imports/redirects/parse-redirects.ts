import { parseJson } from '#domain/fields/parse-json.ts';
import { parseYaml } from '#domain/fields/parse-yaml.ts';
import { readCsv } from '#domain/fields/read-csv.ts';
import { recordOf } from '../record-of.ts';

type Redirect = { from: string; to: string; status: number; problem?: string };
/** A redirect as a file of another system has it; `row` is its line, or its place in a list. */
export type FileRedirect = Redirect & { row: number };

/**
 * The redirects of a file, which its content tells: CSV with a head, the YAML or JSON of Ghost, `_redirects` of Netlify and
 * Cloudflare, or the configuration of Apache. A row that means more than a redirect has a problem.
 * @returns null for another file
 */
export function parseRedirects(text: string): FileRedirect[] | null {
  return parseList(text) ?? parseTable(text) ?? parseLines(text);
}

/** `[{ from, to, permanent }]`, or `{ 301: { from: to } }`. */
function parseList(text: string): FileRedirect[] | null {
  const isYaml = /^["']?30[1278]["']?:[ \t]*$/m.test(text);
  const data = parseJson(text) ?? (isYaml ? yamlOf(text) : null);
  const groups = Object.entries(data ?? {});
  if (typeof data !== 'object' || groups.length === 0) return null;
  const entries = Array.isArray(data) ? data : groups.flatMap(([status, group]) => ofGroup(status, group));
  const rows = entries.map((entry, index) => {
    const { from, to, permanent, status = permanent === true ? 301 : 302 } = recordOf(entry);
    if (typeof from !== 'string' || typeof to !== 'string') return null;
    return { row: index + 1, ...byPattern(from, to, Number(status)) };
  });
  return rows.every((row) => row !== null) ? rows : null;
}

function ofGroup(status: string, group: unknown): unknown[] {
  if (!/^\d{3}$/.test(status)) return [null];
  return Object.entries(recordOf(group)).map(([from, to]) => ({ from, to: String(to), status }));
}

function yamlOf(text: string): unknown {
  try {
    return parseYaml(text);
  } catch {
    return null;
  }
}

const heads = {
  from: /^(?:from|source|source ?url|old|old ?url|old path)$/i,
  to: /^(?:to|target|target ?url|destination|new|new ?url|new path)$/i,
  status: /^(?:status|status ?code|http ?code|code|type)$/i,
};

function parseTable(text: string): FileRedirect[] | null {
  const [head = [], ...rows] = readCsv(text);
  const at = (name: RegExp) => head.findIndex((cell) => name.test(cell.trim().replaceAll('_', ' ')));
  const [from, to, status] = [at(heads.from), at(heads.to), at(heads.status)];
  if (from === -1 || to === -1) return null;
  return rows.flatMap((cells, index) => {
    const cell = (column: number) => cells[column]?.trim() ?? '';
    if (cells.every((one) => one.trim() === '')) return [];
    return [{ row: index + 2, from: pathOf(cell(from)), to: cell(to), status: Number(cell(status) || 301) }];
  });
}

/** Lines of Apache that say nothing about an address. */
const silent = /^(?:#|RewriteEngine|RewriteBase|Options|Header|ErrorDocument|AddType|DirectoryIndex)|^$/i;

function parseLines(text: string): FileRedirect[] | null {
  const found: FileRedirect[] = [];
  let isConditional = false;
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.trim();
    if (line.startsWith('<') || silent.test(line)) continue;
    if (/^RewriteCond\b/i.test(line)) {
      isConditional = true;
      continue;
    }
    const read = ofApache(line) ?? ofNetlify(line);
    if (read === null && found.length === 0) return null;
    const none = { from: line, to: '', status: 0, problem: 'This line is not a redirect.' };
    const condition = isConditional &&
      /^RewriteRule/i.test(line) && { problem: 'It holds under a condition only.' };
    found.push({ row: index + 1, ...(read ?? none), ...condition });
    isConditional = false;
  }
  return found.length > 0 ? found : null;
}

const statusNames: Readonly<Record<string, number>> = { permanent: 301, temp: 302, seeother: 302, gone: 410 };

function ofApache(line: string): Redirect | null {
  const [directive = '', ...words] = wordsIn(line);
  const name = directive.toLowerCase();
  if (name === 'rewriterule') {
    const [from = '', to = '', flags = ''] = words;
    const [, code = '302'] = /[[,]R(?:=(\w+))?[\],]/i.exec(flags) ?? [];
    if (/[[,]G(?:one)?[\],]/i.test(flags)) return byPattern(from, '', 410);
    const isRedirect = /[[,]R(?:=|[\],])/i.test(flags) || /^https?:/i.test(to);
    const read = byPattern(from, to, statusNames[code.toLowerCase()] ?? Number(code));
    return isRedirect ? read : { ...read, problem: 'It shows another page at the same address.' };
  }
  if (!/^redirect(?:match|permanent|temp)?$/.test(name)) return null;
  const isNamed = /^(?:\d{3}|permanent|temp|seeother|gone)$/i.test(words[0] ?? '');
  const code = isNamed ? (words[0] ?? '').toLowerCase() : name === 'redirectpermanent' ? '301' : '302';
  const [from = '', to = ''] = isNamed ? words.slice(1) : words;
  const status = statusNames[code] ?? Number(code);
  if (name === 'redirectmatch') return byPattern(from, to, status);
  // A path and all below it, which is added to the target.
  const isFile =
    /\.\w{2,5}$/.test(from) || from === '/' || from.endsWith('/') !== to.endsWith('/') || to.includes('?');
  if (status === 410 || isFile) return { from: pathOf(from), to, status };
  return { from: `${pathOf(from).replace(/\/$/, '')}/*`, to: `${to.replace(/\/$/, '')}/*`, status };
}

/** The words of a line, of which some stand within quotation marks or brackets. */
function wordsIn(line: string): string[] {
  return Array.from(
    line.matchAll(/"([^"]*)"|(\[[^\]]*\])|(\S+)/g),
    ([, quoted, flags, plain]) => quoted ?? flags ?? plain ?? '',
  );
}

function ofNetlify(line: string): Redirect | null {
  const [from = '', ...rest] = line.replace(/\s#.*$/, '').split(/\s+/);
  const [to, code = '301', ...more] = rest;
  if (!/^(?:\/|https?:)/i.test(from) || to === undefined) return null;
  const read = {
    from: pathOf(from),
    to: from.endsWith('/*') ? to.replace(/\/:splat$/, '/*') : to,
    status: sameStatus(Number.parseInt(code, 10)),
  };
  const isMore = more.length > 0 || !/^\d{3}!?$/.test(code) || /\/:\w/.test(from + read.to);
  return isMore ? { ...read, problem: 'It has conditions or placeholders, which cannot be read.' } : read;
}

/** A source that is a regular expression, as far as it only names a path or all below one. */
function byPattern(from: string, to: string, status: number): Redirect {
  const plain = from
    .replaceAll('\\/', '/')
    .replace(/^\^?\/?/, '/')
    .replaceAll('\\.', '.')
    .replaceAll('\\-', '-')
    .replace(/(?:\/\??|\(\/\)\?)?\$$/, '')
    .replace(/\/\?$/, '');
  const source = plain.replace(/\/?(?:\(\.[*+]\)|\.\*)$/, '/*');
  const target = source === plain ? to : to.replace(/\/?\$1$/, '/*');
  const read = { from: source, to: target, status: sameStatus(status) };
  const isPattern = /[\\^$()[\]{}|+?]/.test(source) || /\$\d/.test(target) || /\*./.test(source);
  return isPattern ? { ...read, problem: 'This pattern cannot be read.' } : read;
}

/** The status of this site that says the same. */
function sameStatus(status: number): number {
  return status === 303 || status === 307 ? 302 : status;
}

/** The path of an address of the old site. */
function pathOf(from: string): string {
  return from.replace(/^https?:\/\/[^/]+(?=\/|$)/i, '') || '/';
}
