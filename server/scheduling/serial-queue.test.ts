import { expect, test } from 'vitest';

import { createSerialQueue } from './serial-queue.ts';

test('pieces are done one after the other; a failing one is logged and does not end the rest', async () => {
  const log: string[] = [];
  const failures: unknown[] = [];
  const work = createSerialQueue({ error: (_, fields) => void failures.push(fields) });
  const piece = (name: string) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
  };
  work.add(piece('first'));
  work.add(() => Promise.reject(new Error('full')));
  work.add(piece('last'));
  await expect.poll(() => log).toEqual(['first begins', 'first ends', 'last begins', 'last ends']);
  expect(failures).toEqual([{ error: new Error('full') }]);
});

test('what has not begun can be dropped, and work added later is done', async () => {
  const done: string[] = [];
  const work = createSerialQueue({ error: () => {} });
  const { promise, resolve } = Promise.withResolvers<void>();
  work.add(() => promise);
  work.add(async () => void done.push('dropped'));
  work.clear();
  resolve();
  await promise;
  work.add(async () => void done.push('later'));
  await expect.poll(() => done).toEqual(['later']);
});
