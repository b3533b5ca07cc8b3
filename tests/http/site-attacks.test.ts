import { readFileSync } from 'node:fs';

import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { beforeAll, expect, test } from 'vitest';

import { isDomainError } from '#domain/core/errors.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { createRedirect } from '#domain/redirects/change-redirects.ts';
import { redirectInput } from '#domain/redirects/redirect-input.ts';
import { loadRules } from '#domain/redirects/stored-rules.ts';
import { locationOf } from '#domain/redirects/rule-index.ts';
import { escapeHtml } from '#domain/html/escape-html.ts';
import { checkDocument } from '#domain/site/document-values.ts';
import type { Field, SimpleField } from '#domain/site/fields.ts';
import { publishSiteDocument } from '#domain/site/write-site-document.ts';
import { createPublishedWords, type PublishedWords } from '#domain/site/published-words.ts';
import {
  defaultWords,
  documentNames,
  fieldsOf,
  siteWordsFrom,
  type DocumentName,
  type SiteWords,
} from '#domain/site/site-words.ts';
import { corpusPath, missingCorpus } from '#tests/corpora.ts';
import { isLong } from '#tests/long.ts';
import { useDatabase } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { createWebUnderTest, type WebUnderTest } from '#tests/web-under-test.ts';
import { payloads, readPayloads } from '#tests/xss-payloads.ts';

/** The attack lists in the fields of the site's words, as visitors' browsers read the pages. */

const missing = missingCorpus('xss') ?? missingCorpus('text/blns.json');
const attacks = missing === null && isLong ? [...payloads, ...readPayloads(), ...naughtyStrings()] : payloads;

function naughtyStrings(): string[] {
  return JSON.parse(readFileSync(corpusPath('text/blns.json'), 'utf8')) as string[];
}

/** Pages on which each document is shown; those of every page stand for all of them. */
const pagesOf: Record<DocumentName, string[]> = {
  general: ['/', '/none'],
  home: ['/'],
  about: ['/about'],
  contact: ['/contact'],
  jv: ['/jv-program'],
  blog: ['/blog', '/search', '/newsletter'],
  navigation: ['/terms'],
  privacy: ['/privacy'],
  terms: ['/terms'],
  cookies: ['/cookies'],
  errors: ['/none'],
  brand: [],
};

/**
 * Rounds in which pages are rendered: each field holds another part of the lists in each of them. With
 * `ATTACK_ROUNDS=100000` every string is on a page in every field.
 */
const maxRounds = Number(process.env['ATTACK_ROUNDS'] ?? (isLong ? 40 : 8));

/** Fields begin at different places of the lists, so that together the rounds show all of them. */
function offsetOf(key: string): number {
  return [...key].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973, 7);
}

const pages = [...new Set(Object.values(pagesOf).flat())];

const database = useDatabase();
let ctx: DomainContext;
let words: PublishedWords;
let web: WebUnderTest;
/** The words that the pages are rendered with. */
let shown: SiteWords = defaultWords;

beforeAll(async () => {
  ctx = await contextAs(database.db, 'admin');
  words = createPublishedWords();
  await words.load(database.db);
  web = await createWebUnderTest(database.db, { ...words, current: () => shown });
});

/** The parts of a page beside its text: its elements with their attributes, its scripts, and where it leads. */
async function shapeOf(
  path: string,
): Promise<{ elements: Set<string>; scripts: string[]; unsafe: string[]; policy: string }> {
  const answer = await web.get(path);
  const elements = new Set<string>();
  const scripts: string[] = [];
  const unsafe: string[] = [];
  const look = (node: DefaultTreeAdapterTypes.Node) => {
    if (defaultTreeAdapter.isElementNode(node)) {
      for (const { name, value } of node.attrs) {
        elements.add(`${node.tagName} ${name}`);
        const leads = ['href', 'src', 'action', 'formaction', 'srcset', 'poster'].includes(name);
        if (leads && /^\W*(?:javascript|data|vbscript):/i.test(value)) unsafe.push(`${name}=${value}`);
      }
      if (node.tagName === 'script') {
        const [content] = node.childNodes;
        const type = node.attrs.find(({ name }) => name === 'type')?.value ?? '';
        // Facts for search engines hold words, as JSON.
        if (type === 'application/ld+json') JSON.parse(content && 'value' in content ? content.value : '');
        else scripts.push(JSON.stringify([node.attrs, content && 'value' in content ? content.value : '']));
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(look);
  };
  look(parse(await answer.text()));
  return { elements, scripts, unsafe, policy: answer.headers.get('content-security-policy') ?? '' };
}

/** Values of a field that hold every attack that it takes, one for each round. */
function roundsOf(name: DocumentName, key: string, field: Field): unknown[] {
  const parts: [each: string | null, simple: SimpleField][] =
    field.kind === 'list' ? Object.entries(field.fields) : [[null, field]];
  return parts.flatMap(([each, simple]) => {
    if (simple.kind === 'flag' || simple.kind === 'image' || simple.kind === 'color') return [];
    const item = field.kind === 'list' ? itemOf(field.fields) : {};
    const length = field.kind === 'list' ? Math.max(1, field.min) : 0;
    // `cleanHtml` decides which HTML a body keeps.
    const written = (text: string) => (simple.kind === 'body' ? `<p>${escapeHtml(text)}</p>` : text);
    const wrap = (text: string) =>
      each === null ? written(text) : Array.from({ length }, () => ({ ...item, [each]: text }));
    const isTaken = (text: string) => {
      const { errors } = checkDocument(name, { [key]: wrap(text) });
      return !Object.keys(errors).some((path) => path === key || path.startsWith(`${key}.`));
    };
    const isText =
      simple.kind === 'body' ||
      simple.kind === 'line' ||
      simple.kind === 'text' ||
      simple.kind === 'paragraphs';
    const values = isText ? packed(simple, isTaken) : attacks.filter(isTaken);
    return values.map(wrap);
  });
}

/** As many attacks as fit at once, so that a page is rendered once for many of them. */
function packed({ max }: SimpleField, isTaken: (text: string) => boolean): string[] {
  const values: string[] = [];
  let together: string[] = [];
  let characters = 0;
  const end = () => {
    const value = together.join(' ');
    if (isTaken(value)) values.push(value);
    else values.push(...together.filter(isTaken));
    [together, characters] = [[], 0];
  };
  for (const attack of attacks) {
    const { length } = [...attack];
    if (length === 0 || length > max) continue;
    if (characters + length + 1 > max) end();
    together.push(attack);
    characters += length + 1;
  }
  end();
  return values.filter((value) => value !== '');
}

function itemOf(fields: Readonly<Record<string, SimpleField>>): Record<string, string | boolean> {
  const valueOf = ({ kind }: SimpleField) =>
    kind === 'flag'
      ? true
      : kind === 'link' || kind === 'page'
        ? '/a'
        : kind === 'email'
          ? 'a@b.test'
          : kind === 'image'
            ? ''
            : 'x';
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)]));
}

test('the attack lists in the fields of the site stay text', async () => {
  expect(attacks.length).toBeGreaterThan(isLong && missing === null ? 1_000 : 20);
  const rounds = new Map(
    documentNames.map((name) => [
      name,
      [...fieldsOf(name)].map(([key, field]) => [key, roundsOf(name, key, field)] as const),
    ]),
  );
  const count = Math.max(...[...rounds.values()].flat().map(([, values]) => values.length));
  const valuesAt = (name: DocumentName, round: number) =>
    withoutUndefined(
      (rounds.get(name) ?? []).map(([key, values]) => [
        key,
        values[(round + offsetOf(key)) % Math.max(1, values.length)] ?? harmlessOf(name, key),
      ]),
    );

  // The verb takes what the parser takes.
  for (const name of documentNames) {
    await publishSiteDocument(ctx, name, { values: JSON.stringify(valuesAt(name, 0)), version: 1 });
  }
  await words.load(database.db);
  expect(words.current()).toEqual(siteWordsFrom((name) => checkDocument(name, valuesAt(name, 0)).values));

  const wordsWith = (valuesOf: (name: DocumentName) => Record<string, unknown>) =>
    siteWordsFrom((name) => checkDocument(name, valuesOf(name)).values);
  shown = wordsWith((name) =>
    withoutUndefined([...fieldsOf(name).keys()].map((key) => [key, harmlessOf(name, key)])),
  );
  const harmless = new Map<string, Awaited<ReturnType<typeof shapeOf>>>();
  for (const path of pages) harmless.set(path, await shapeOf(path));
  let rendered = 0;
  const step = Math.max(1, Math.ceil(count / maxRounds));
  for (let round = 0; round < count; round += step) {
    shown = wordsWith((name) => valuesAt(name, round));
    for (const path of pages) {
      const [before, after] = [harmless.get(path), await shapeOf(path)];
      expect(after.unsafe, `${path} of round ${round}`).toEqual([]);
      expect(
        [...after.elements].filter((one) => before?.elements.has(one) !== true),
        `${path} of round ${round}`,
      ).toEqual([]);
      expect(after.scripts, `${path} of round ${round}`).toEqual(before?.scripts);
      expect(after.policy).toBe(before?.policy);
      rendered += 1;
    }
  }
  console.log(`${attacks.length} strings, ${count} rounds, ${rendered} pages`);
}, 600_000);

function withoutUndefined(entries: (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Two words in each text, so that every element that depends on there being words is there. */
function harmlessOf(name: DocumentName, key: string): unknown {
  const field = fieldsOf(name).get(key);
  if (field === undefined) return undefined;
  if (field.kind === 'list')
    return Array.from({ length: Math.max(1, field.min) }, () => itemOf(field.fields));
  if (field.kind === 'line' || field.kind === 'text' || field.kind === 'paragraphs') return 'x y';
  return undefined;
}

test('the attack lists in the form of a redirect are refused in words or lead to a page', async () => {
  const inputs = attacks.flatMap((attack, index) => [
    { from: `/from-${index}`, to: attack, status: '302' },
    { from: attack, to: '/blog', status: '301' },
    { from: `/old-${index}/${attack}`, to: `https://other.test/${attack}`, status: '308' },
  ]);
  const parsed = inputs.map((input) => redirectInput(ctx.origin).safeParse(input));
  const refusals = new Set(parsed.flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? []));
  const taken = inputs.filter((_, index) => parsed[index]?.success);
  expect(taken.length).toBeGreaterThan(isLong && missing === null ? 300 : 10);
  // Every verb reads all rules.
  for (const input of taken.filter((_, index) => index % 3 === 0)) {
    await createRedirect(ctx, input).catch((error: unknown) => {
      if (!isDomainError(error)) throw error;
      refusals.add(error.message);
    });
  }
  expect([...refusals].filter((message) => !/^[A-Z/].*[.]$/s.test(message) || message.length > 400)).toEqual(
    [],
  );
  const stored = await loadRules(database.db);
  expect(stored.length).toBeGreaterThan(isLong && missing === null ? 100 : 3);
  const rules = [...stored, ...parsed.flatMap(({ data }) => (data ? [data] : []))];
  for (const rule of rules) {
    const location = locationOf(rule, rule.source, '?a=b') ?? '';
    const url = new URL(location, 'https://firm.example');
    expect(location).toMatch(/^(?:\/(?![/\\])|https?:\/\/)[\x21-\x7e]*$/);
    expect(['http:', 'https:']).toContain(url.protocol);
  }
});
