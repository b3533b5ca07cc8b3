import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { test } from '#tests/database.ts';
import { createRedirect } from './change-redirects.ts';
import { deleteOldMissingPages, dismissMissingPage, listMissingPages } from './missing-pages.ts';
import { listRedirects } from './list-redirects.ts';
import { createMissingPageRecorder, maxMissingPages } from './missing-page-recorder.ts';

const usual = { search: '', order: { column: 'visits', direction: 'desc' }, page: 1 } as const;
const at = new Date('2026-03-01T12:00:00Z');
const visit = (pathname: string, more: { referrer?: string; at?: Date } = {}) => ({
  pathname,
  referrer: undefined,
  at,
  ...more,
});

const rows = (db: Database) => db.selectFrom('missing_pages').selectAll().orderBy('path').execute();

test('requests are grouped by address, with the last five referrers', async ({ db, admin: ctx }) => {
  const recorder = createMissingPageRecorder(db);
  for (let n = 1; n <= 7; n += 1) {
    recorder.recordMissing(visit('/Old', { referrer: `https://other.test/page-${n}?secret=1#x` }));
    if (n === 4) await recorder.store();
  }
  recorder.recordMissing(visit('/old', { referrer: 'https://other.test/page-5' }));
  for (const referrer of ['', 'javascript:alert(1)', 'x', `https://${'a'.repeat(3_000)}.test/`])
    recorder.recordMissing(visit('/odd', { referrer }));
  await recorder.store();
  await recorder.store();
  const page = (n: number) => `https://other.test/page-${n}`;
  expect(await rows(db)).toMatchObject([
    { path: '/odd', visits: 4, referrers: [] },
    { path: '/old', visits: 8, referrers: [page(5), page(7), page(6), page(4), page(3)] },
  ]);
  expect(await listMissingPages(ctx, usual)).toMatchObject({
    items: [{ path: '/old', visits: 8 }, { path: '/odd' }],
    found: 2,
  });
  expect(await listMissingPages(ctx, { ...usual, search: 'OLD' })).toMatchObject({
    items: [{ path: '/old' }],
  });
});

test('hostile addresses take no more memory or rows than there may be', async ({ db }) => {
  const recorder = createMissingPageRecorder(db);
  recorder.recordMissing(visit('/real', { at: new Date('2026-02-01') }));
  recorder.recordMissing(visit('/real'));
  for (const path of [`/${'a'.repeat(600)}`, `/${'%C3%BC'.repeat(90)}`, '/%', '/%00'])
    recorder.recordMissing(visit(path));
  await recorder.store();
  expect(await rows(db)).toHaveLength(1);

  for (let round = 0; round < 8; round += 1) {
    for (let n = 0; n < 3_000; n += 1) recorder.recordMissing(visit(`/guess-${round}-${n}`));
    await recorder.store();
  }
  const kept = await rows(db);
  expect(kept).toHaveLength(maxMissingPages);
  // An address that was asked for more than once stays.
  expect(kept.find(({ path }) => path === '/real')).toMatchObject({ visits: 2 });
});

test('processes that store at once never leave more rows than there may be', async ({ own }) => {
  const recorders = Array.from({ length: 8 }, () => createMissingPageRecorder(own.db));
  for (const [who, recorder] of recorders.entries())
    for (let n = 0; n < 1_000; n += 1) recorder.recordMissing(visit(`/from-${who}-${n}`));
  await Promise.all(recorders.map((recorder) => recorder.store()));
  expect(await rows(own.db)).toHaveLength(maxMissingPages);
});

test('an address leaves the list when a rule answers it or it is dismissed', async ({ db, admin: ctx }) => {
  const recorder = createMissingPageRecorder(db);
  for (const path of ['/2019/choosing-database.html', '/old/a', '/old/b', '/older'])
    recorder.recordMissing(visit(path));
  await recorder.store();
  await createRedirect(ctx, { from: '/2019/choosing-database.html', to: '/blog', status: 301 });
  await createRedirect(ctx, { from: '/old/*', to: '/about', status: 301 });
  expect((await rows(db)).map(({ path }) => path)).toEqual(['/older']);
  await dismissMissingPage(ctx, '/older');
  await dismissMissingPage(ctx, '/older');
  expect(await rows(db)).toEqual([]);
});

test('addresses that are not asked for any more are deleted after 90 days', async ({ db }) => {
  const recorder = createMissingPageRecorder(db);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  recorder.recordMissing(visit('/long-ago', { at: daysAgo(91) }));
  recorder.recordMissing(visit('/lately', { at: daysAgo(89) }));
  await recorder.store();
  expect(await deleteOldMissingPages({ db })).toBe(1);
  expect((await rows(db)).map(({ path }) => path)).toEqual(['/lately']);
});

test('hits are added to their rules; those of a deleted rule are dropped', async ({ db, admin: ctx }) => {
  const { id } = await createRedirect(ctx, { from: '/old', to: '/new', status: 301 });
  const recorder = createMissingPageRecorder(db);
  for (const one of [id, id, crypto.randomUUID()]) recorder.recordHit(one, at);
  await recorder.store();
  recorder.recordHit(id, new Date(at.getTime() - 1_000));
  await recorder.store();
  const list = await listRedirects(ctx, {
    search: '',
    order: { column: 'hits', direction: 'desc' },
    page: 1,
  });
  expect(list.items).toMatchObject([{ hits: 3, lastHitAt: at }]);
});
