import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { failingAt } from '#tests/failing-database.ts';
import { beginImport } from '#db/queries/imports.ts';
import { takeOwnExport } from './take-own-export.ts';

test('a term of an own export is stored with its earlier addresses or not at all, whatever statement fails', async ({
  own,
}) => {
  const admin = await contextAs(own.db, 'admin');
  const { id } = await beginImport(own.db, {
    source_key: randomUUID(),
    system: 'Markdown',
    name: 'own.zip',
    started_by: admin.actor.userId,
  });
  const category = { name: 'Ferries', slug: 'ferries', description: null, aliases: ['boats', 'ships'] };
  const content = { images: [], categories: [category], tags: [], authors: [], redirects: [], words: {} };
  let number = 1;
  for (let isDone = false; !isDone; number += 1) {
    const failing = failingAt(own.db, number);
    const none = async () => ({ reason: 'none' });
    const ctx = { ...admin, db: failing.db };
    await takeOwnExport(ctx, content, { originOf: none }, none, id, 'skip').catch(() => {});
    isDone = !failing.hasFailed();
    const terms = await own.db.selectFrom('blog_categories').select('id').execute();
    const addresses = await own.db.selectFrom('slug_redirects').select('slug').execute();
    expect([terms.length, addresses.length]).toEqual(terms.length === 0 ? [0, 0] : [1, 2]);
  }
  expect(number).toBeGreaterThan(5);
});

test.for([
  ['draft', [{ published: {}, draft: { name: 'Other firm' } }]],
  ['publish', [{ published: { name: 'Other firm' }, draft: null }]],
  ['skip', []],
] as const)('the words of the site of an own export come in as %s', async ([siteWords, stored], { db }) => {
  const admin = await contextAs(db, 'admin');
  const started_by = admin.actor.userId;
  const { id } = await beginImport(db, {
    source_key: randomUUID(),
    system: 'Markdown',
    name: 'own.zip',
    started_by,
  });
  const words = { format: 'site-words-1', documents: { general: { name: 'Other firm' } } };
  const content = { images: [], categories: [], tags: [], authors: [], redirects: [], words };
  const none = async () => ({ reason: 'none' });
  await takeOwnExport(admin, content, { originOf: none }, none, id, siteWords);
  const documents = await db.selectFrom('site_documents').select(['published', 'draft']).execute();
  expect(documents).toEqual(stored);
});
