import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { DomainContext } from '#domain/context.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { announceSiteEditor } from './announce-site-editor.ts';

let own: OwnDatabase;
let ann: DomainContext;
let bo: DomainContext;

beforeAll(async () => {
  own = await createOwnDatabase();
  ann = await contextAs(own.db, 'admin');
  bo = await contextAs(own.db, 'super_admin');
});
afterAll(() => own.drop());

test('who has the form of a document open is told to others, not to themselves, and for 40 seconds', async () => {
  expect(await announceSiteEditor(ann, 'about')).toEqual([]);
  const [name, ...others] = await announceSiteEditor(bo, 'about');
  expect([name, others]).toEqual([expect.any(String), []]);
  expect(await announceSiteEditor(ann, 'about')).toHaveLength(1);
  expect(await announceSiteEditor(bo, 'home')).toEqual([]);
  await sql`update site_document_editors set seen_at = now() - interval '41 seconds'`.execute(own.db);
  expect(await announceSiteEditor(ann, 'about')).toEqual([]);
});

test('an editor, who only reads the site, and an unknown document are refused', async () => {
  const editor = await contextAs(own.db, 'editor');
  await expect(announceSiteEditor(editor, 'about')).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(announceSiteEditor(ann, 'nothing')).rejects.toMatchObject({ kind: 'not-found' });
});
