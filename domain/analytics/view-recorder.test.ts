import { expect, test } from 'vitest';

import { hashVisitors } from './view-recorder.ts';
import { newView } from '#tests/views.ts';

const salt = Buffer.alloc(32, 1);
const visitor = { address: '192.0.2.1', agent: 'Firefox' };

function visitorHash(key: Buffer, fields: typeof visitor): string {
  return hashVisitors(key, [newView('/', fields)])[0]?.visitor ?? '';
}

test('the same visitor is the same all day, and another one the next', () => {
  expect(visitorHash(salt, visitor)).toBe(visitorHash(salt, { ...visitor }));
  expect(visitorHash(Buffer.alloc(32, 2), visitor)).not.toBe(visitorHash(salt, visitor));
});

test('another address or another agent is another visitor', () => {
  expect(visitorHash(salt, { ...visitor, address: '192.0.2.2' })).not.toBe(visitorHash(salt, visitor));
  expect(visitorHash(salt, { ...visitor, agent: 'Safari' })).not.toBe(visitorHash(salt, visitor));
  expect(visitorHash(salt, { address: 'a', agent: 'b\nc' })).toMatch(/^[0-9a-f]{32}$/);
});
