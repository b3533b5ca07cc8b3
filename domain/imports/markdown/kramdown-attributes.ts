import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import type { Cursor } from '../cursor.ts';

const extension = /\{:(?::|\/)[^{}\n]{0,500}\}/y;
const attributes = /(?:\{:|\{(?= ?(?:[#.]\w|\w[\w-]*=)))([^{}\n]{0,500})\}/y;
/** An expression, with others within it. */
const program = /^\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/;

/** Attributes of kramdown, Hugo and Pandoc behind a block or words: its id is kept. False where there are none. */
export function readAttributes(cursor: Cursor, notes: ImportNote[], mayBeProgram: boolean): boolean {
  const [whole, written] = cursor.match(extension) ?? cursor.match(attributes) ?? [];
  if (whole === undefined) return mayBeProgram && leaveOutProgram(cursor, notes);
  const isOwnLine = cursor.isAtLineStart();
  if (!whole.startsWith('{:') && !cursor.isBehind(/[)\]`*_]$|^#{1,6} .*$/)) return false;
  cursor.skip(whole.length);
  if (written === undefined) return true;
  if (/^\s*toc\b/.test(written)) {
    cursor.changeLastLine((line) => (/^\s*(?:[-*+]|1\.) /.test(line) ? '' : line));
    cursor.write('\n<hr class="block-contents">\n');
    return true;
  }
  const [, id] = /#([\w-]{1,100})/.exec(written) ?? [];
  const anchor = id === undefined ? '' : `<a id="${id}"></a>`;
  if (isOwnLine)
    cursor.changeLastLine((line) =>
      line.trim() === '' ? `${line}${anchor}\n` : `${line} ${anchor}`.trimEnd(),
    );
  else cursor.write(anchor);
  const others = written.replace(/#[\w-]+/, '').trim();
  if (others !== '') addNote(notes, 'left out', `attributes ${others}: they say only how it looked`);
  return true;
}

/** Characters of an expression or component of MDX. */
export const maxProgram = 2_000;

/** An expression of MDX; one that is only words in quotation marks, or requires a file, is these. */
function leaveOutProgram(cursor: Cursor, notes: ImportNote[]): boolean {
  const [whole, inner = ''] = program.exec(cursor.ahead(maxProgram)) ?? [];
  if (whole === undefined) return false;
  const [, , words] = /^\s*(?:require\()?(["'`])(.*)\1(?:\)(?:\.default)?)?\s*$/.exec(inner) ?? [];
  if (words === undefined) addNote(notes, 'left out', `MDX: {${inner.slice(0, 100)}}`);
  cursor.skip(whole.length);
  cursor.write(cursor.isBehind(/\w=$/) ? `"${words ?? ''}"` : (words ?? ''));
  return true;
}
