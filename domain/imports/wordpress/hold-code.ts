import { escapeHtml } from '#domain/html/escape-html.ts';
import { codeBlock } from '../code-block.ts';
import { readCodeElement, textOfCode } from '../code-element.ts';
import { createCursor, type Cursor } from '../cursor.ts';
import { hidingName } from '../hiding-name.ts';
import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import { decodedEntities } from '../plain-words.ts';

/** Names of SyntaxHighlighter, CodeColorer and Crayon; a language is the name of a shortcode itself. */
const wrappers = /^(?:(?:source)?code|source|crayon|cci?|codecolorer|highlight|prism|pyg|geshi|syntax)$/i;
const languages =
  /^(?:actionscript3?|as3|arduino|bash|shell|coldfusion|cf|clojure|cpp|c|c-?sharp|css|delphi|pas|pascal|diff|patch|erl|erlang|fsharp|go|groovy|haskell|java|javafx|jfx|jscript|js|javascript|latex|tex|matlab|matlabkey|objc|obj-c|perl|pl|php|plain|text|powershell|ps|py|python|r|splus|rails|rb|ror|ruby|rust|scala|sql|swift|typescript|ts|vb|vbnet|xml|xhtml|xslt|html|yaml|yml|json)$/i;

const marks = /<(?:pre|code|script|style|textarea)\b|\[\[?(?=\/?[a-z])|<!--/gi;
const shortcode = /\[([a-z][\w-]{0,40})((?:[ \t\n][^[\]]{0,1000})?)\]/iy;
const escaped = /\[(\[\/?[a-z][^[\]]{0,1000}\](?:[^[\]]{0,1000}\[\/[\w-]{1,40}\])?)\]/iy;
const unseen = /<(script|style|textarea)\b/iy;
const hiddenBlock = /"(?:blockVisibility|hideBlock)":\s*(?!true\b\s*[,}]|\{\s*\})|"hideBlock":\s*true/;
const memberBlock =
  /^(?:premium-content\/(?:subscriber|logged-out)-view|jetpack\/subscriber-view|memberpress\/)/;

/**
 * Takes out of a text of WordPress what is no text: code, whose characters stay as they are, and comments.
 * @returns the text, and what puts the code back into the HTML that becomes of it
 */
export function holdCode(content: string, notes: ImportNote[]) {
  const held: string[] = [];
  const hold = (html: string, isBlock: boolean) => {
    const mark = `<!--${isBlock ? 'b' : 'i'}${held.push(html) - 1}-->`;
    return isBlock ? `\n\n${mark}\n\n` : mark;
  };
  const cursor = createCursor(content, marks);
  let language = '';
  while (!cursor.isAtEnd()) {
    const mark = cursor.nextInLine();
    if (mark === null) continue;
    if (mark === '<!--') language = readComment(cursor, notes);
    else if (mark.startsWith('[')) readShortcode(cursor, hold, notes);
    else readElement(cursor, hold, language);
  }
  const putBack = (html: string) =>
    html.replace(/<!--[bi](\d{1,7})-->/g, (_whole, index: string) => held[Number(index)] ?? '');
  return { text: cursor.written(), putBack };
}

type Hold = (html: string, isBlock: boolean) => string;

/** Marks of WordPress itself are read later. @returns the language of the code of a block that begins here */
function readComment(cursor: Cursor, notes: ImportNote[]): string {
  const comment = cursor.until(/-->/g);
  const [, name = ''] = /^<!--\s*wp:([\w/-]+)/.exec(comment) ?? [];
  const isAlone = /\/\s*-->$/.test(comment.slice(-20));
  if (name !== '' && !isAlone && (hiddenBlock.test(comment) || memberBlock.test(name))) {
    addNote(notes, 'left out', `block ${name}: not everybody was shown it`);
    const either = new RegExp(`<!--\\s*/?wp:${name}(?![\\w/-])`, 'g');
    for (let depth = 1; depth > 0 && !cursor.isAtEnd();) {
      const isEnd = /\/wp:[\w/-]+$/.test(cursor.until(either).slice(-200));
      if (!/\/\s*-->$/.test(cursor.until(/-->/g).slice(-20))) depth += isEnd ? -1 : 1;
    }
  } else if (/^<!--\s*(?:\/?wp:|nextpage|more\b)/.test(comment)) cursor.write(comment);
  return /"language":\s*"([\w+#.-]+)"/.exec(comment)?.[1] ?? '';
}

function readShortcode(cursor: Cursor, hold: Hold, notes: ImportNote[]): void {
  const [double, inner = ''] = cursor.match(escaped) ?? [];
  if (double !== undefined) {
    cursor.skip(double.length);
    cursor.write(hold(escapeHtml(decodedEntities(inner)), false));
    return;
  }
  const [whole, name = '', given = ''] = cursor.match(shortcode) ?? [];
  const isCode = wrappers.test(name) || languages.test(name) || /^cc_\w+$/i.test(name);
  const end = new RegExp(`\\[/${name}\\]`, 'gi');
  if (whole === undefined || !(isCode || hidingName.test(name)) || cursor.find(end) === null) {
    cursor.take(1);
    return;
  }
  cursor.skip(whole.length);
  const code = cursor.until(end).slice(0, -`[/${name}]`.length);
  if (!isCode) addNote(notes, 'left out', `shortcode ${name}: words that not everybody was shown`);
  else {
    const said = /\b(?:lang|language|brush)\s*=\s*["']?([\w+#.-]+)/i.exec(given)?.[1] ?? '';
    const named = wrappers.test(name) ? said : name.replace(/^cc_/i, '');
    // An editor has put each line into a paragraph of its own.
    const isHtml = /^\s*<\/p>/.test(code);
    const raw = code.includes('<')
      ? code.replace(/^<\/?(?:pre|p)>|<\/?(?:pre|p)>$/g, '')
      : decodedEntities(code);
    const shown = isHtml ? textOfCode(code) : raw;
    cursor.write(
      hold(
        code.includes('\n') || name !== 'cci' ? codeBlock(shown, named) : `<code>${escapeHtml(shown)}</code>`,
        name !== 'cci',
      ),
    );
  }
}

function readElement(cursor: Cursor, hold: Hold, ofBlock: string): void {
  const code = readCodeElement(cursor, ofBlock);
  const [start, name = ''] = cursor.match(unseen) ?? [];
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  if (code) cursor.write(hold(code.html, code.isBlock));
  else if (start !== undefined && cursor.find(end) !== null) cursor.write(hold(cursor.until(end), true));
  else cursor.take(1);
}
