import { randomUUID } from 'node:crypto';

import { permissions } from '#domain/core/permissions.ts';
import { onePixel } from '#tests/image-files.ts';
import { importers, read, redirectManagers, screen, webhookManagers, type Row } from './row.ts';

const imports = screen('admin/imports/import.tsx', '/admin/posts/import');
const redirects = screen('admin/redirects/list.tsx', '/admin/redirects');
const webhooks = screen('admin/webhooks/list.tsx', '/admin/webhooks');
const missing = screen('admin/redirects/missing.tsx', '/admin/redirects/missing');

/** Something of an import, by the button that asks for it. */
function stepOfImport(what: string, intent: string, state: 'checked' | 'imported' = 'checked'): Row {
  return imports.act(what, importers, {
    intent,
    send: async (world) => ({ id: await world.import(state) }),
  });
}

/** Redirects, missing pages, webhooks and imports are for admins and super admins. */
export const redirectRows: readonly Row[] = [
  imports.read(importers),
  read('admin/imports/report.ts', '/admin/posts/import/{}/report', importers, {
    at: (world) => world.import('imported'),
  }),
  stepOfImport('check an export again', 'check'),
  stepOfImport('import a checked export', 'import'),
  stepOfImport('try the images of an import again', 'retry-images'),
  stepOfImport('undo an import', 'undo', 'imported'),
  stepOfImport('discard an export', 'discard'),
  {
    what: 'upload an export',
    route: 'server/imports/import-upload.ts',
    path: '/api/imports',
    may: importers,
    file: onePixel,
    tellsEditors: permissions['import-content'].denial,
  },
  redirects.read(redirectManagers),
  missing.read(redirectManagers),
  redirects.act('make a redirect', redirectManagers, {
    intent: 'create',
    send: () => ({ from: `/${randomUUID()}`, to: '/about', status: '301' }),
  }),
  redirects.act('change a redirect', redirectManagers, {
    intent: 'update',
    at: (world) => world.redirect(),
    send: (_world, _who, id) => ({ id, from: `/${randomUUID()}`, to: '/about', status: '302' }),
  }),
  redirects.act('delete a redirect', redirectManagers, {
    intent: 'delete',
    send: async (world) => ({ id: await world.redirect() }),
  }),
  missing.act('dismiss a missing page', redirectManagers, {
    intent: 'dismiss',
    send: async (world) => ({ path: await world.missingPage() }),
  }),
  webhooks.read(webhookManagers),
  webhooks.act('make a webhook', webhookManagers, {
    intent: 'create',
    send: () => ({ url: 'https://hooks.example/', events: 'subscriber.confirmed' }),
  }),
  webhooks.act('change a webhook', webhookManagers, {
    intent: 'update',
    at: (world) => world.webhook(),
    send: (_world, _who, id) => ({ id, url: 'https://other.example/', events: 'subscriber.confirmed' }),
  }),
  webhooks.act('delete a webhook', webhookManagers, {
    intent: 'delete',
    send: async (world) => ({ id: await world.webhook() }),
  }),
  webhooks.act('send a test to a webhook', webhookManagers, {
    intent: 'test',
    send: async (world) => ({ id: await world.webhook() }),
  }),
  webhooks.act('send an event again', webhookManagers, {
    intent: 'again',
    send: async (world) => ({ id: await world.webhookDelivery() }),
  }),
];
