import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { marked } from 'marked';

import { corpusPath, missingCorpus } from './corpora.ts';

export type Article = {
  slug: string;
  title: string;
  /** Calendar day, YYYY-MM-DD. */
  day: string;
  description: string;
  authors: string[];
  tags: string[];
  markdown: string;
  /** As a Markdown converter makes it, anew each time it is read: not cleaned. */
  readonly html: string;
};

const archive = 'articles/rust-blog-posts-markdown.tar.xz';

/** Why the articles cannot be read here; null when they can. */
export const articlesMissing = missingCorpus(archive);

/** 723 published articles: Markdown with dates, authors, tags, code, tables and raw HTML. */
export function readArticles(): Article[] {
  const folder = mkdtempSync(join(tmpdir(), 'anyforge-articles-'));
  try {
    execFileSync('tar', ['-xJf', corpusPath(archive), '-C', folder]);
    const content = join(folder, 'content');
    return readdirSync(content, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => readArticle(name, readFileSync(join(content, name), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readArticle(name: string, source: string): Article {
  const [, front = '', body = ''] = /^\+\+\+\n([^]*?)\n\+\+\+\n([^]*)$/.exec(source) ?? [];
  const path = text(front, 'path') ?? name;
  const [, year = '2020', month = '01', day = '01'] = /(\d{4})\/(\d{2})\/(\d{2})/.exec(path) ?? [];
  const isRelease = /^release = true$/m.test(front);
  const markdown = body.replaceAll(/\]\(@\/([^)#]+?)\.md/g, '](/blog/$1');
  return {
    slug: name.replace(/(\/index)?\.md$/, '').replace(/^.*\//, ''),
    title: text(front, 'title') ?? name,
    day: `${year}-${month}-${day}`,
    description: text(front, 'description') ?? '',
    authors: list(front, 'authors'),
    tags: [isRelease ? 'Release' : 'Article', text(front, 'team')].filter((tag) => tag !== null),
    markdown,
    // Most tests read a part of the articles.
    get html() {
      return marked.parse(markdown, { async: false });
    },
  };
}

/** A TOML string: basic (a JSON string, for all that these files use), literal, or of several lines. */
function text(front: string, key: string): string | null {
  const multiline = new RegExp(`^${key} = """([^]*?)"""`, 'm').exec(front)?.[1];
  if (multiline !== undefined) return multiline.replaceAll(/\\\n\s*/g, '').trim();
  const literal = new RegExp(`^${key} = '(.*)'$`, 'm').exec(front)?.[1];
  if (literal !== undefined) return literal;
  const basic = new RegExp(`^${key} = (".*")$`, 'm').exec(front)?.[1];
  return basic === undefined ? null : String(JSON.parse(basic));
}

function list(front: string, key: string): string[] {
  const items = new RegExp(`^${key} = \\[([^]*?)\\]`, 'm').exec(front)?.[1] ?? '';
  return [...items.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, item = '']) => item);
}
