import { all, createLowlight } from 'lowlight';

import { element, type HtmlNode } from '#domain/html/html-tree.ts';

type Lowlight = ReturnType<typeof createLowlight>;

/** The languages of examples; a language by another of its names (`ts`, `html`, `toml`) is found as well. */
const languages =
  'bash c cpp csharp css diff dockerfile elixir go graphql haskell http ini java javascript json kotlin lua makefile ' +
  'markdown nginx perl php python r ruby rust scss shell sql swift typescript xml yaml';

/** Their grammars look at all that follows again from each character on. */
const slowLanguages = new Set(
  'c h cpp cc c++ h++ hpp hh hxx cxx csharp cs c# haskell hs ini toml'.split(' '),
);

let made: Lowlight | undefined;

/** Made for the first example: thirty grammars take a tenth of a start. */
function highlighter(): Lowlight {
  const names = languages.split(' ');
  return (made ??= createLowlight(
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  ));
}

/**
 * Characters. A longer example is a file, and stays plain. The grammars read a word, a line or, some of them, all that
 * follows again from each character on, so that their time grows with the square of these.
 */
const maxExample = 20_000;
const maxSlowExample = 5_000;
const maxLine = 1_000;
/** Limit for all examples of a post together. */
const maxTotal = 60_000;

/**
 * Code with the parts of its language in `<span class="c-…">`. Runs on the server only, when a page is made.
 *
 * @param language as in `class="language-…"`.
 * @returns null when the language is not known or the code is too long; it is then shown as it is.
 */
export function highlightCode(code: string, language: string): HtmlNode[] | null {
  const known = highlighter();
  if (!known.registered(language)) return null;
  if (code.length > (slowLanguages.has(language) ? maxSlowExample : maxExample)) return null;
  if (code.split('\n').some((line) => line.length > maxLine)) return null;
  return known.highlight(language, code, { prefix: 'c-' }).children.flatMap(toHtmlNode);
}

type HighlightedNode = ReturnType<Lowlight['highlight']>['children'][number];

function toHtmlNode(node: HighlightedNode): HtmlNode[] {
  if (node.type === 'text') return [node.value];
  if (node.type !== 'element') return [];
  const { className } = node.properties;
  const attributes = { class: Array.isArray(className) ? className.join(' ') : '' };
  return [element(node.tagName, attributes, node.children.flatMap(toHtmlNode))];
}

/** Colors the examples of one post, until there are too many of them. */
export function createCodeColors(): typeof highlightCode {
  let total = 0;
  return (code, language) => {
    total += code.length;
    return total > maxTotal ? null : highlightCode(code, language);
  };
}
