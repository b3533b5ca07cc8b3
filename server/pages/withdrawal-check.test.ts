import { expect, test, vi } from 'vitest';

import { createFinishedResponse } from '../http/prepared-response.ts';
import type { PageCopy } from './page-cache.ts';
import { createWithdrawalCheck, isWithdrawn, type PublicSlugs } from './withdrawal-check.ts';

const known = (present: string[], former: string[] = [], asked = ['one', 'two']) => ({
  asked: new Set(asked),
  present: new Set(present),
  former: new Set(former),
});

test.each([
  ['a list of public posts stays', { own: undefined, linked: ['one', 'two'] }, known(['one', 'two']), false],
  [
    'a list with a post that is not public goes',
    { own: undefined, linked: ['one', 'two'] },
    known(['one']),
    true,
  ],
  [
    'a list that links to the old address of a post stays',
    { own: undefined, linked: ['one'] },
    known([], ['one']),
    false,
  ],
  ['a post at its old address goes', { own: 'one', linked: [] }, known([], ['one']), true],
  ['a post that is public stays', { own: 'one', linked: [] }, known(['one']), false],
  ['a page without posts stays', { own: undefined, linked: [] }, known([]), false],
  ['a page whose posts are not known goes', undefined, known(['one']), true],
  ['a page that came after the question stays', { own: 'new', linked: [] }, known(['one']), false],
])('%s', (_, posts, answer, expected) => {
  expect(isWithdrawn({ posts }, answer)).toBe(expected);
});

const response = createFinishedResponse({
  status: 200,
  headers: [],
  body: Buffer.from(''),
  brotliQuality: 1,
});

function start(slugs: string[]) {
  const copies = new Map<string, PageCopy>(
    slugs.map((slug) => [slug, { address: `/blog/${slug}`, response, posts: { own: slug, linked: [] } }]),
  );

  const state = {
    version: '1',
    removals: '1',
    present: [...slugs],
    former: [] as string[],
    isUp: true,
    isFresh: false,
  };
  const done: string[] = [];
  const gate = { hold: undefined as Promise<void> | undefined };
  const check = createWithdrawalCheck({
    async ask(): Promise<PublicSlugs> {
      const answer = { ...state, present: [...state.present] };
      await gate.hold;
      if (!state.isUp) throw new Error('refused');
      return answer;
    },
    pages: {
      copies: () => [...copies.values()],
      drop(isDropped) {
        for (const [slug, copy] of copies) {
          if (isDropped(copy, state.isFresh)) copies.delete(slug);
        }
      },
    },
    store: {
      confirm: async (withdrawn) => void done.push(`confirm ${withdrawn.join(' ')}`),
      distrust: async () => void done.push('distrust'),
      settled: async () => {},
    },
    removals: Promise.resolve('1'),
    log: { warn: () => {} },
  });
  return { check, state, copies, done, gate };
}

test('between a change and the answer of the database no copy counts', async () => {
  const { check, state, copies, done } = start(['one', 'two']);
  expect(check.isPassed()).toBe(true);
  state.present = ['two'];
  check.begin();
  expect(check.isPassed()).toBe(false);
  await check.settled();
  expect([check.isPassed(), [...copies.keys()], done]).toEqual([true, ['two'], ['confirm /blog/one']]);
});

test('when the database does not answer, the disk is not trusted either, until it answers', async () => {
  const { check, state, copies, done } = start(['one', 'two']);
  state.isUp = false;
  check.begin();
  await check.settled();
  expect([check.isPassed(), done]).toEqual([false, ['distrust']]);
  state.isUp = true;
  state.present = ['one'];
  check.resume();
  await vi.waitFor(() => expect(check.isPassed()).toBe(true));
  expect([...copies.keys()]).toEqual(['one']);
});

test('an answer from before a second change does not pass for it', async () => {
  const { check, state, copies, gate } = start(['one', 'two']);
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.hold = promise;
  check.begin();
  await vi.waitFor(() => expect(check.isPassed()).toBe(false));
  await Promise.resolve();
  // The question was asked; only now the second post goes.
  state.present = ['one'];
  check.begin();
  const settled = check.settled();
  resolve();
  await settled;
  expect([check.isPassed(), [...copies.keys()]]).toEqual([true, ['one']]);
});

test('who waits during a failure is told when nothing of the disk is trusted any more', async () => {
  const { check, state, gate } = start(['one']);
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.hold = promise;
  check.begin();
  const first = check.settled();
  await Promise.resolve();
  check.begin();
  const second = check.settled();
  state.isUp = false;
  resolve();
  await Promise.all([first, second]);
  expect(check.isPassed()).toBe(false);
});

test('a name that is gone takes every copy of earlier states with it, but none that is true now', async () => {
  const { check, state, copies } = start(['one']);
  state.removals = '2';
  state.isFresh = true;
  check.begin();
  await check.settled();
  expect([...copies.keys()]).toEqual(['one']);
  state.removals = '3';
  state.isFresh = false;
  check.begin();
  await check.settled();
  expect([...copies.keys()]).toEqual([]);
});

test('a version that becomes known while it is compared is not compared again, a newer one is', async () => {
  const { check, state, done, gate } = start(['one']);
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.hold = promise;
  state.version = '2';
  check.begin();
  await vi.waitFor(() => expect(check.isPassed()).toBe(false));
  await Promise.resolve();
  check.begin('2');
  resolve();
  await check.settled();
  expect([check.isPassed(), done]).toEqual([true, ['confirm ']]);

  const second = Promise.withResolvers<void>();
  gate.hold = second.promise;
  state.version = '3';
  check.begin();
  await Promise.resolve();
  state.version = '4';
  check.begin('4');
  second.resolve();
  await vi.waitFor(() => expect(check.isPassed()).toBe(true));
  expect(done).toHaveLength(3);
});

test('a version that was compared already is not compared again', async () => {
  const { check, state, done } = start(['one']);
  state.version = '2';
  check.begin();
  await check.settled();
  check.begin('2');
  expect([check.isPassed(), done]).toEqual([true, ['confirm ']]);
  check.begin('3');
  expect(check.isPassed()).toBe(false);
  await check.settled();
});
