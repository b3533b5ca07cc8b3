import { styled } from './paste-source.ts';

/** Lines of code of a page of GitHub, each in an element of its own. */
const lines = 'td.blob-code, td.js-file-line, .react-code-text';

/** Code becomes one block with its language, whatever a page put around it: bars, buttons, and elements for each word. */
export function makeCodeBlocks(body: HTMLElement): void {
  for (const pre of Array.from(body.querySelectorAll('pre'))) {
    const code = pre.querySelector('code') ?? pre;
    replaceByCode(pre, textOf(code), languageOf(code) ?? languageOf(pre) ?? languageOf(pre.parentElement));
  }
  for (const first of Array.from(body.querySelectorAll(lines))) {
    if (!first.isConnected) continue;
    const all = first.closest('table') ?? first.parentElement;
    if (all) replaceByCode(all, Array.from(all.querySelectorAll(lines), textOf).join('\n'), null);
  }
  // An editor of code puts each line into an element of its own.
  for (const block of Array.from(body.querySelectorAll<HTMLElement>(`div[${styled}]`))) {
    const style = block.getAttribute(styled) ?? '';
    if (!block.isConnected || !/white-space:\s*pre\b/.test(style) || !/monospace/.test(style)) continue;
    const written = Array.from(block.childNodes, (node) =>
      node.nodeName === 'BR' ? '' : (node.textContent ?? ''),
    );
    replaceByCode(block, written.join('\n'), null);
  }
}

function textOf(element: Element): string {
  for (const lineBreak of Array.from(element.querySelectorAll('br'))) lineBreak.replaceWith('\n');
  return element.textContent ?? '';
}

function languageOf(element: Element | null): string | null {
  const names = element?.className ?? '';
  return /(?:^|\s)(?:language-|lang-|highlight-source-)([\w+#.-]+)/.exec(names)?.[1] ?? null;
}

function replaceByCode(element: Element, text: string, language: string | null): void {
  const document = element.ownerDocument;
  const [pre, code] = [document.createElement('pre'), document.createElement('code')];
  if (language !== null) code.className = `language-${language}`;
  code.textContent = text.replace(/\n$/, '');
  pre.append(code);
  element.replaceWith(pre);
}
