import { randomUUID } from 'node:crypto';

import { permissions } from '#domain/permissions.ts';
import { act, read, siteEditors, staff, writers, type Row } from './row.ts';
import { secret, type World } from './world.ts';

const form = 'admin/site/edit.tsx';
const path = '/admin/site/{}';
const tellsEditors = permissions['manage-site'].denial;

/** A document with a draft that holds the secret. */
const document = (world: World) => world.siteDraft();
/** Who may read a draft is shown it beside the refusal: no secret. */
const editable = (world: World) => world.siteDraft('Second');

/** What the form of the document sends. */
async function sent(world: World): Promise<Record<string, string>> {
  return { values: JSON.stringify({ mission: `Typed ${randomUUID()}` }), version: await world.siteVersion() };
}

/** Reading and editing the owner's words. */
export const siteRows: readonly Row[] = [
  read('admin/site/list.tsx', '/admin/site', writers),
  read('admin/site/export.ts', '/admin/site/export', siteEditors, { writesDown: ['activity'] }),
  read(form, path, staff, { at: document, shows: secret }),
  act('keep what is typed into a page of the site', form, path, siteEditors, {
    at: editable,
    intent: 'autosave',
    send: sent,
    tellsEditors,
  }),
  act('save the draft of a page of the site', form, path, siteEditors, {
    at: editable,
    intent: 'save',
    send: sent,
    tellsEditors,
  }),
  act('publish a page of the site', form, path, siteEditors, {
    at: editable,
    intent: 'publish',
    send: sent,
    tellsEditors,
  }),
  act('discard the draft of a page of the site', form, path, siteEditors, {
    at: editable,
    intent: 'discard',
    tellsEditors,
  }),
  read('admin/site/revisions.tsx', `${path}/revisions`, staff, { at: document, shows: secret }),
  act(
    'restore an earlier version of a page of the site',
    'admin/site/revisions.tsx',
    `${path}/revisions`,
    siteEditors,
    {
      at: editable,
      send: async (world) => ({
        revision: await world.siteRevision(),
        version: await world.siteVersion(),
      }),
      tellsEditors,
    },
  ),
  read('public/site-preview/site-as-visitor.tsx', `${path}/visitor`, staff, { at: document, shows: secret }),
];
