import { randomUUID } from 'node:crypto';

import { act, read, redirectManagers, type Row } from './row.ts';

/** Redirects and missing pages are for admins and super admins. */
export const redirectRows: readonly Row[] = [
  read('admin/redirects/list.tsx', '/admin/redirects', redirectManagers),
  read('admin/redirects/export.ts', '/admin/redirects/export', redirectManagers),
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
  act('import redirects', 'admin/redirects/list.tsx', '/admin/redirects', redirectManagers, {
    intent: 'import',
    send: () => ({ file: `/${randomUUID()},/about` }),
  }),
  act('dismiss a missing page', 'admin/redirects/missing.tsx', '/admin/redirects/missing', redirectManagers, {
    intent: 'dismiss',
    send: async (world) => ({ path: await world.missingPage() }),
  }),
];
