import { expect, test } from 'vitest';

import { roomFor } from './verify-backup.ts';

const entry = (bytes: number) => ({ bytes, sha256: '' });
const table = (bytes: number) => ({ ...entry(bytes), name: 'posts', columns: ['id'], rows: 1 });

test('a rehearsal wants room for images as large as they are, and for compressed tables several times', () => {
  const images = [6e9, 4e9].map((bytes) => ({ ...entry(bytes), path: 'editor-images/1.jpg' }));
  expect(roomFor({ tables: [], images })).toBeLessThan(10.5e9);
  expect(roomFor({ tables: [], images })).toBeGreaterThan(10e9);
  expect(roomFor({ tables: [table(1e9)], images: [] })).toBeGreaterThan(8e9);
});
