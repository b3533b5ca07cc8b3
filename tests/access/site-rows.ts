import { randomUUID } from 'node:crypto';

import { permissions } from '#domain/core/permissions.ts';
import { read, screen, siteEditors, staff, writers, type Row } from './row.ts';
import { secret, type World } from './world.ts';

const path = '/admin/site/{}';

/** Who may read a draft is shown it beside the refusal: no secret. */
const editable = {
  at: (world: World) => world.siteDraft('Second'),
  tellsEditors: permissions['manage-site'].denial,
};
/** A document with a draft that holds the secret. */
const secretDraft = { at: (world: World) => world.siteDraft(), shows: secret };

const form = screen('admin/site/edit.tsx', path);
const revisions = screen('admin/site/revisions.tsx', `${path}/revisions`);

/** The fields that the form of the document sends. */
async function sent(world: World): Promise<Record<string, string>> {
  return { values: JSON.stringify({ mission: `Typed ${randomUUID()}` }), version: await world.siteVersion() };
}

/** Reading and editing the owner's words. */
export const siteRows: readonly Row[] = [
  read('admin/site/list.tsx', '/admin/site', writers),
  read('admin/site/export.ts', '/admin/site/export', siteEditors, { writesDown: ['activity'] }),
  form.read(staff, secretDraft),
  form.act('keep what is typed into a page of the site', siteEditors, {
    ...editable,
    intent: 'autosave',
    send: sent,
  }),
  form.act('save the draft of a page of the site', siteEditors, { ...editable, intent: 'save', send: sent }),
  form.act('publish a page of the site', siteEditors, { ...editable, intent: 'publish', send: sent }),
  form.act('discard the draft of a page of the site', siteEditors, { ...editable, intent: 'discard' }),
  revisions.read(staff, secretDraft),
  revisions.act('restore an earlier version of a page of the site', siteEditors, {
    ...editable,
    send: async (world) => ({ revision: await world.siteRevision(), version: await world.siteVersion() }),
  }),
  read('public/site-preview/site-as-visitor.tsx', `${path}/visitor`, staff, secretDraft),
];
