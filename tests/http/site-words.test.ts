import { globSync } from 'node:fs';

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';

import { createPublishedWords } from '#domain/site/published-words.ts';
import { fieldsOf, documentNames, type DocumentName } from '#domain/site/site-words.ts';
import type { Field, SimpleField } from '#domain/site/fields.ts';
import { useDatabase } from '#tests/database.ts';
import { createWebUnderTest } from '#tests/web-under-test.ts';
import { project, readText } from '#tests/project.ts';

/** Every field is shown on a page, and no word that the specification fixes is a field (docs/site-content.md). */

const sources = globSync(['app/routes/{public/**/,}*.{ts,tsx}', 'server/settings/site-settings.ts'], {
  cwd: project,
})
  .map((file) => readText(file))
  .join('\n');
const fixed = [...readText('docs/site-content.md').matchAll(/^- (`.*`): /gm)].flatMap(([, words = '']) =>
  [...words.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
);

const addresses = [
  '/',
  '/about',
  '/contact',
  '/jv-program',
  '/blog',
  '/newsletter',
  '/privacy',
  '/terms',
  '/cookies',
  '/no-such-page',
  '/rss.xml',
  '/site.webmanifest',
];

/** Fields for which no address is enough: results of forms and searches, failures, emails, dates. */
const ofStates: Partial<Record<DocumentName, string[]>> = {
  general: ['timeZone', 'postalAddress', 'newsletterReason', 'isWeekly'],
  contact: ['next'],
  home: ['clientsHeading'],
  jv: ['isOn', 'next'],
};

const database = useDatabase();
let pages = '';

beforeAll(async () => {
  for (const name of documentNames) {
    const words = Object.fromEntries(
      [...fieldsOf(name)].map(([key, field]) => [key, marked(name, key, field)]),
    );
    await sql`insert into site_documents (name, published, save_kind)
      values (${name}, ${JSON.stringify(words)}, 'publish')`.execute(database.db);
  }
  const words = createPublishedWords();
  await words.load(database.db);
  const { get } = await createWebUnderTest(database.db, words);
  for (const address of addresses) pages += await (await get(address)).text();
  // The drawing stands where there is no image.
  await sql`update site_documents set published = published - 'heroImage' where name = 'home'`.execute(
    database.db,
  );
  await words.load(database.db);
  pages += await (await get('/')).text();
});

test.each(documentNames)('every field of %s is shown on a page', (name) => {
  const states = ofStates[name] ?? [];
  const missing = [...fieldsOf(name)].flatMap(([key, field]) =>
    markersOf(name, key, field).filter((marker) => !pages.includes(marker)),
  );
  expect(missing).toEqual(
    states.flatMap((key) => {
      const field = fieldsOf(name).get(key);
      return field ? markersOf(name, key, field) : [`There is no field ${key}.`];
    }),
  );
  for (const key of states)
    expect(sources, 'in the code of the pages and settings').toMatch(new RegExp(`\\b${key}\\b`));
});

test('no word that the specification fixes is a field, and each is in the code of the pages', () => {
  expect(fixed.length).toBeGreaterThan(25);
  const table = readText('domain/site/site-documents.ts');
  const values = new Set([...table.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, value = '']) => value));
  const labels = new Set(
    documentNames.flatMap((name) => [...fieldsOf(name).values()].map(({ label }) => label)),
  );
  const ownLabels = ['Home', 'About', 'Blog', 'Contact', 'Privacy', 'Terms', 'Cookies'];
  for (const word of fixed) {
    if (!ownLabels.includes(word))
      expect([...values].filter((value) => value === word && !labels.has(value))).toEqual([]);
    expect(pages + sources).toContain(word);
  }
});

/** The value of a field that names it. */
function marked(name: string, key: string, field: Field): unknown {
  if (field.kind !== 'list') return markOf(`${name}-${key}`, field);
  const item = Object.fromEntries(
    Object.entries(field.fields).map(([each, one]) => [each, markOf(`${name}-${key}-${each}`, one)]),
  );
  return Array.from({ length: Math.max(1, field.min) }, () => item);
}

function markersOf(name: string, key: string, field: Field): string[] {
  if (field.kind !== 'list') return [shown(`${name}-${key}`, field)];
  return Object.entries(field.fields)
    .filter(([, { kind }]) => kind !== 'flag' && kind !== 'section')
    .map(([each, one]) => shown(`${name}-${key}-${each}`, one));
}

const image = '/storage/blog-images/editor-images/00000000000000000001.png';

function markOf(id: string, field: SimpleField): string | boolean {
  if (field.kind === 'flag') return true;
  if (field.kind === 'color') return `#${shown(id, field)}`;
  if (field.kind === 'body') return `<p>${shown(id, field)}</p>`;
  return shown(id, field);
}

/** Short enough for every field. */
function shown(id: string, { kind, scheme }: SimpleField): string {
  if (kind === 'color') return scheme === 'dark' ? 'ffb347' : '7a1f6b';
  const code = [...id].reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000_007,
    7,
  );
  if (kind === 'email') return `m${code}@firm.example`;
  if (kind === 'image') return image;
  return kind === 'link' || kind === 'page' ? `/m${code}` : `m${code}`;
}
