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
