import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { deleteImage } from '#domain/images/delete-image.ts';
import { listImages } from '#domain/images/find-images.ts';
import { addStoredImage, contextAs, contextOn } from '#tests/factories.ts';
import { test } from '#tests/database.ts';
import { discardSiteDraft, publishSiteDocument, saveSiteDraft } from './write-site-document.ts';
import { exportSiteWords, importSiteWords } from './site-words-file.ts';
import { getSiteDocument, listExampleText, listSiteDocuments } from './site-document.ts';
import { listSiteRevisions, restoreSiteRevision } from './site-revisions.ts';
import { createPublishedWords } from './published-words.ts';
import { defaultsOf, type DocumentName, documentNames } from './site-words.ts';

const sent = (name: DocumentName, values: object, version: number, more: object = {}) => ({
  values: JSON.stringify({ ...defaultsOf(name), ...values }),
  version: String(version),
  ...more,
});

async function shown(db: Database) {
  const words = createPublishedWords();
  await words.load(db);
  return words.current();
}

describe('a draft', () => {
  test('is stored without a visitor seeing it, and goes live with Publish', async ({ db, admin: ctx }) => {
    const saved = await saveSiteDraft(ctx, 'home', sent('home', { lead: 'New lead' }, 1), 'autosave');
    expect(saved).toEqual({ version: 2, hasDraft: true, isExample: true });
    expect(ctx.changes()).toBe(0);
    expect((await shown(db)).home.lead).toBe(defaultsOf('home')['lead']);
    expect((await getSiteDocument(ctx, 'home')).values['lead']).toBe('New lead');

    const live = await publishSiteDocument(ctx, 'home', sent('home', { lead: 'Live lead' }, 2));
    expect(live).toEqual({ version: 3, hasDraft: false, isExample: false });
    expect(ctx.changes()).toBe(1);
    expect((await shown(db)).home.lead).toBe('Live lead');
    const query = db.selectFrom('site_documents').select('published').where('name', '=', 'home');
    const { published } = await query.executeTakeFirstOrThrow();
    expect(published, 'only what was edited is stored').toEqual({ lead: 'Live lead' });
  });

  test('with a time zone that is none or that PostgreSQL lacks is not published', async ({ admin: ctx }) => {
    for (const timeZone of ['Nowhere/Land', 'SystemV/PST8']) {
      await expect(
        publishSiteDocument(ctx, 'general', sent('general', { timeZone }, 1)),
      ).rejects.toMatchObject({ kind: 'invalid' });
    }
    await publishSiteDocument(ctx, 'general', sent('general', { timeZone: 'Asia/Tokyo' }, 1));
  });

  test('that says what is public is none', async ({ admin: ctx }) => {
    expect(await saveSiteDraft(ctx, 'home', sent('home', {}, 1), 'save')).toMatchObject({ hasDraft: false });
  });

  test('is discarded, and stays in the history', async ({ admin: ctx }) => {
    await saveSiteDraft(ctx, 'about', sent('about', { mission: 'Boats.' }, 1), 'save');
    await discardSiteDraft(ctx, 'about');
    expect((await getSiteDocument(ctx, 'about')).values).toEqual(defaultsOf('about'));
    const [newest] = await listSiteRevisions(ctx, 'about');
    expect(newest).toMatchObject({ kind: 'save', values: { mission: 'Boats.' } });
  });
});

test('a document is example text until it was published, edited or as it is', async ({ db, admin: ctx }) => {
  const examples = await listExampleText(db);
  expect(examples).toHaveLength(documentNames.length - 2);
  await saveSiteDraft(ctx, 'home', sent('home', { lead: 'Not public yet' }, 1), 'save');
  expect(await listExampleText(db)).toEqual(examples);
  await publishSiteDocument(ctx, 'about', sent('about', {}, 1));
  await publishSiteDocument(ctx, 'home', sent('home', { lead: 'Ours' }, 2));
  await importSiteWords(
    contextOn(db),
    { format: 'site-words-1', documents: { jv: { heading: 'Ours' } } },
    true,
  );
  const published = new Set(['Home', 'About', 'JV Program']);
  expect(await listExampleText(db)).toEqual(examples.filter((label) => !published.has(label)));
  await saveSiteDraft(ctx, 'home', sent('home', { lead: 'Again' }, 3), 'save');
  const documents = await listSiteDocuments(ctx);
  expect(documents.find(({ name }) => name === 'home')).toMatchObject({ hasDraft: true, isExample: false });
});

test('administrators never overwrite each other: a later save is a conflict', async ({ db }) => {
  const [one, other] = [await contextAs(db, 'admin'), await contextAs(db, 'super_admin')];
  await saveSiteDraft(one, 'home', sent('home', { lead: 'One' }, 1), 'autosave');
  for (const verb of [
    () => saveSiteDraft(other, 'home', sent('home', { lead: 'Other' }, 1), 'autosave'),
    () => publishSiteDocument(other, 'home', sent('home', { lead: 'Other' }, 1)),
    () => restoreSiteRevision(other, 'home', { revision: randomUUID(), version: '1' }),
  ]) {
    await expect(verb()).rejects.toMatchObject({ kind: expect.stringMatching(/conflict|not-found/) });
  }
  expect((await getSiteDocument(other, 'home')).values['lead']).toBe('One');
});

test('restoreSiteRevision makes an earlier state the draft', async ({ db, admin: ctx }) => {
  await publishSiteDocument(ctx, 'home', sent('home', { lead: 'First' }, 1));
  await publishSiteDocument(ctx, 'home', sent('home', { lead: 'Second' }, 2));
  const first = (await listSiteRevisions(ctx, 'home')).find(({ values }) => values['lead'] === 'First');
  await restoreSiteRevision(ctx, 'home', { revision: first?.id, version: '3' });
  expect((await getSiteDocument(ctx, 'home')).values['lead']).toBe('First');
  expect((await shown(db)).home.lead).toBe('Second');
});

test('a portrait is kept as long as a document shows it, also in a draft', async ({ db, admin: ctx }) => {
  const { id, src: portrait } = await addStoredImage(db);
  const person = { name: 'Ann', role: 'CEO', bio: '', profileLabel: '', profileAddress: '' };
  const team = (address: string) => ({ team: [{ ...person, portrait: address }] });
  await saveSiteDraft(ctx, 'about', sent('about', team(portrait), 1), 'autosave');
  await expect(deleteImage(ctx, id)).rejects.toThrow('The site uses this image.');
  const { items } = await listImages(ctx, { search: '', filter: 'all', page: 1 });
  expect(items[0]).toMatchObject({ inSite: true, leavesAt: null });
  await expect(
    saveSiteDraft(ctx, 'about', sent('about', team(portrait.replace('77', '88')), 2), 'autosave'),
  ).rejects.toThrow('A portrait is no longer in the library.');
  await discardSiteDraft(ctx, 'about');
  await deleteImage(ctx, id);
});

describe('a file of words', () => {
  test('moves what was edited to another installation', async ({ db, admin: ctx }) => {
    await publishSiteDocument(ctx, 'general', sent('general', { name: 'Boatworks' }, 1));
    const file: unknown = JSON.parse(JSON.stringify(await exportSiteWords(db, false)));
    expect(file).toEqual({ format: 'site-words-1', documents: { general: { name: 'Boatworks' } } });
    await db.deleteFrom('site_documents').execute();
    await importSiteWords(byCommand(db), file, false);
    expect((await shown(db)).general.name, 'a draft').toBe(defaultsOf('general')['name']);
    expect((await getSiteDocument(ctx, 'general')).values['name']).toBe('Boatworks');
    await importSiteWords(byCommand(db), file, true);
    expect((await shown(db)).general.name).toBe('Boatworks');
    const whole = await exportSiteWords(db, true);
    expect(Object.keys(whole.documents)).toEqual(documentNames);
    await importSiteWords(byCommand(db), whole, true);
    expect(await exportSiteWords(db, false)).toEqual(file);
  });

  test('with mistakes changes nothing, and all of them are said', async ({ db }) => {
    const file = {
      format: 'site-words-1',
      documents: {
        general: { name: '', tagline: 'Good', motto: 'x' },
        about: { team: [{ name: 'Ann' }], mission: 'x'.repeat(10_000) },
        imprint: {},
      },
    };
    const failure: unknown = await importSiteWords(byCommand(db), file, true).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ kind: 'invalid' });
    const lines = failure instanceof Error ? failure.message.split('\n') : [];
    expect(lines.map((each) => each.split(':')[0])).toEqual([
      'general.motto',
      'general.name',
      'about.mission',
      'about.team.0.role',
      'imprint',
    ]);
    expect(await db.selectFrom('site_documents').selectAll().execute()).toEqual([]);
    await expect(importSiteWords(byCommand(db), [], false)).rejects.toThrow('This file was not made by');
  });
});

const byCommand = (db: Database): Pick<DomainContext, 'db' | 'now'> => ({ db, now: () => new Date() });
