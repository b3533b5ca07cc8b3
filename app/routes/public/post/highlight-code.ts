import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import haskell from 'highlight.js/lib/languages/haskell';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import nginx from 'highlight.js/lib/languages/nginx';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

/** What an article shows; a language by another of its names (`ts`, `html`, `toml`) is found as well. */
const languages = {
  bash, c, cpp, csharp, css, diff, dockerfile, elixir, go, graphql, haskell, http, ini, java, javascript, json, kotlin,
  lua, makefile, markdown, nginx, perl, php, python, r, ruby, rust, scss, shell, sql, swift, typescript, xml, yaml,
}; // prettier-ignore

const highlighter = hljs.newInstance();
highlighter.configure({ classPrefix: 'c-' });
for (const [name, grammar] of Object.entries(languages)) highlighter.registerLanguage(name, grammar);

/**
 * Characters. What is longer is a file, not an example, and stays plain. The grammars look at a word, at a line or, some of
 * them, at all that follows again from each character on, so that their time grows with the square of these.
 */
const maxExample = 20_000;
const maxLine = 1_000;
const maxExampleOf = new Map([
  ['c', 5_000],
  ['cpp', 5_000],
  ['csharp', 5_000],
  ['haskell', 5_000],
  ['ini', 5_000],
]);
/** Of all examples of a post together. */
const maxTotal = 60_000;

/**
 * Code as HTML with the parts of its language in `<span class="c-…">`. Runs on the server only, when a page is made.
 *
 * @param language as in `class="language-…"`.
 * @returns null when the language is not known or the code is too long; it is then shown as it is.
 */
export function highlightCode(code: string, language: string): string | null {
  const name = nameOf(language);
  if (name === undefined || code.length > (maxExampleOf.get(name) ?? maxExample)) return null;
  if (code.split('\n').some((line) => line.length > maxLine)) return null;
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}

/** Colors the examples of one post, until there are too many of them. */
export function createCodeColors(): typeof highlightCode {
  let total = 0;
  return (code, language) => {
    total += code.length;
    return total > maxTotal ? null : highlightCode(code, language);
  };
}

/** The name under which a language is known here, by any of its names. */
function nameOf(language: string): string | undefined {
  const grammar = highlighter.getLanguage(language);
  return grammar && Object.keys(languages).find((name) => highlighter.getLanguage(name) === grammar);
}
