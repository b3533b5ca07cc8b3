import { Extension, InputRule, type Editor } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

import { isSafeLink } from '#domain/html/link.ts';
import { newKey } from './blocks/footnotes.ts';

/**
 * `[words](address)` becomes a link as its last bracket is typed, and pasted Markdown what it means. The library's own rule
 * for such links reads a pasted text again for each of them.
 */
export const Markdown = Extension.create({
  name: 'markdown',

  addInputRules: () => [
    new InputRule({
      find: /(?:^|[^!])\[([^[\]]{1,200})\]\(([^\s()]{1,500})\)$/,
      handler: ({ range, match, chain }) => {
        const [whole, text = '', href = ''] = match;
        if (!isSafeLink(href)) return;
        const from = range.from + (whole.startsWith('[') ? 0 : 1);
        const link = { type: 'text', text, marks: [{ type: 'link', attrs: { href } }] };
        chain().insertContentAt({ from, to: range.to }, link).unsetMark('link').run();
      },
    }),
  ],

  addProseMirrorPlugins() {
    const { editor } = this;
    let asItIs = false;
    return [
      new Plugin({
        props: {
          handleKeyDown: (_, event) => {
            asItIs = event.shiftKey && event.key.toLowerCase() === 'v';
            return false;
          },
          handlePaste: (_, event) => {
            const data = event.clipboardData;
            if (!data || asItIs || editor.isActive('codeBlock')) return false;
            // An editor of code gives colors as HTML; what it means is the text.
            const isFromCodeEditor = data.types.includes('vscode-editor-data');
            if (data.types.includes('text/html') && !isFromCodeEditor) return false;
            const text = data.getData('text/plain');
            if (!looksLikeMarkdown(text)) return false;
            void insertMarkdown(editor, text);
            return true;
          },
        },
      }),
    ];
  },
});

/** Its reader is loaded by then only; without a connection the text stays as it is. */
async function insertMarkdown({ view }: Editor, text: string) {
  const html = await import('#domain/html/markdown/markdown-html.ts')
    .then(({ markdownHtml }) => markdownHtml(text, newKey()))
    .catch(() => null);
  if (html === null) view.pasteText(text);
  else view.pasteHTML(html);
}

/** True if a text was written as Markdown: one sure sign, or two likely ones. */
export function looksLikeMarkdown(text: string): boolean {
  if (/^(?:#{1,6} \S|```|~~~|\[\^[^\]\s]+\]: )/m.test(text)) return true;
  if (hasTable(text)) return true;
  if (/\[[^[\]\n]+\]\((?:https?:\/\/|mailto:|\/|#)[^)\s[]+\)/.test(text)) return true;
  const signs = [
    /\*\*[^*\n]+\*\*/,
    /(?:^|\s)`[^`\n]+`/,
    /^> \S/m,
    /^[-*+] \S.*\n[-*+] \S/m,
    /^1[.)] \S.*\n2[.)] \S/m,
  ];
  return signs.some((sign) => sign.test(text));
}

/** A line with a bar between words, and below it one that rules a line across the columns. */
function hasTable(text: string): boolean {
  const lines = text.split(/\r?\n/);
  return lines.some((line, index) => {
    const next = lines[index + 1];
    return next?.includes('--') === true && /^[ :|-]+$/.test(next) && line.slice(1, -1).includes('|');
  });
}
