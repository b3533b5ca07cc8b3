import { randomUUID } from 'node:crypto';

import { permissions } from '#domain/permissions.ts';
import { onePixel } from '#tests/image-files.ts';
import { act, importers, read, redirectManagers, type Row } from './row.ts';

const importScreen = 'admin/imports/import.tsx';
const importPath = '/admin/posts/import';

/** Something of an import, by the button that asks for it. */
function stepOfImport(what: string, intent: string, state = 'checked'): Row {
  return act(what, importScreen, importPath, importers, {
    intent,
    send: async (world) => ({ id: await world.import(state) }),
  });
}

/** Redirects, missing pages and imports are for admins and super admins. */
export const redirectRows: readonly Row[] = [
  read(importScreen, importPath, importers),
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
  read('admin/redirects/list.tsx', '/admin/redirects', redirectManagers),
  read('admin/redirects/missing.tsx', '/admin/redirects/missing', redirectManagers),
  act('make a redirect', 'admin/redirects/list.tsx', '/admin/redirects', redirectManagers, {
    intent: 'create',
    send: () => ({ from: `/${randomUUID()}`, to: '/about', status: '301' }),
  }),
  act('change a redirect', 'admin/redirects/list.tsx', '/admin/redirects', redirectManagers, {
    intent: 'update',
    send: async (world) => ({
      id: await world.redirect(),
      from: `/${randomUUID()}`,
      to: '/about',
      status: '302',
    }),
  }),
  act('delete a redirect', 'admin/redirects/list.tsx', '/admin/redirects', redirectManagers, {
    intent: 'delete',
    send: async (world) => ({ id: await world.redirect() }),
  }),
  act('dismiss a missing page', 'admin/redirects/missing.tsx', '/admin/redirects/missing', redirectManagers, {
    intent: 'dismiss',
    send: async (world) => ({ path: await world.missingPage() }),
  }),
];
