import { expect, test } from 'vitest';

import { classifyDisk, diskMessage, getDiskMessage } from './disk-space.ts';

const gigabyte = 1_000_000_000;

test.each([
  [50 * gigabyte, 100 * gigabyte, 'enough'],
  [10 * gigabyte, 100 * gigabyte, 'enough'],
  [9.9 * gigabyte, 100 * gigabyte, 'low'],
  [0.26 * gigabyte, 100 * gigabyte, 'low'],
  [0.25 * gigabyte, 100 * gigabyte, 'full'],
  [0.25 * gigabyte, gigabyte, 'full'],
  [0, 0, 'full'],
] as const)('%d bytes free of %d is %s', (freeBytes, totalBytes, state) => {
  expect(classifyDisk({ freeBytes, totalBytes })).toBe(state);
});

test('the message names what is free, and is missing while there is enough', () => {
  expect(diskMessage({ freeBytes: 50 * gigabyte, totalBytes: 100 * gigabyte })).toBeNull();
  expect(diskMessage({ freeBytes: 5.5 * gigabyte, totalBytes: 100 * gigabyte })).toBe(
    'The disk that holds DATA_DIR is nearly full: 5,500 of 100,000 MB are free.',
  );
  expect(diskMessage({ freeBytes: 0, totalBytes: 100 * gigabyte })).toBe(
    'The disk that holds DATA_DIR is full: 0 of 100,000 MB are free. Nothing can be saved until there is room again.',
  );
});

test.each([
  ['super_admin', /nearly full/],
  ['admin', /^$/],
  ['editor', /^$/],
] as const)('on the dashboard of a %s the message is %s', async (role, message) => {
  const actor = { userId: '1', email: 'ada@firm.test', name: 'Ada', role };
  const ctx = { actor, diskSpace: async () => ({ freeBytes: gigabyte, totalBytes: 100 * gigabyte }) };
  expect((await getDiskMessage(ctx)) ?? '').toMatch(message);
});
