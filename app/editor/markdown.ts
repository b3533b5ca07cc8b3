import { Extension, InputRule } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

import type { BodyRules } from './body-rules.ts';
import { newFootnotePrefix } from './paste-footnotes.ts';

/** `[words](address)` becomes a link as its last bracket is typed, and pasted Markdown what it means. */
export function markdown(rules: Pick<BodyRules, 'isSafeLink' | 'markdownHtml'>) {
  return Extension.create({
    name: 'markdown',

    addInputRules() {
      return [
        new InputRule({
          find: /(?:^|[^!])\[([^[\]]{1,200})\]\(([^\s()]{1,500})\)$/,
          handler: ({ range, match, chain }) => {
            const [whole, words = '', address = ''] = match;
            if (!rules.isSafeLink(address)) return;
            const from = range.from + (whole.startsWith('[') ? 0 : 1);
            chain()
              .deleteRange({ from, to: range.to })
              .insertContentAt(from, {
                type: 'text',
                text: words,
                marks: [{ type: 'link', attrs: { href: address } }],
              })
              .unsetMark('link')
              .run();
          },
        }),
      ];
    },

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
              void insertMarkdown(text);
              return true;
            },
          },
        }),
      ];

      async function insertMarkdown(text: string) {
        const html = await rules.markdownHtml(text, newFootnotePrefix()).catch(() => null);
        if (html === null) editor.view.pasteText(text);
        else editor.view.pasteHTML(html);
      }
    },
  });
}

/** Whether a text was written as Markdown: one sure sign, or two likely ones. */
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
