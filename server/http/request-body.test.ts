import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createBodyRoom, readBody } from './request-body.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const limit = { bytes: 1_000_000, milliseconds: 60_000 };
const plenty = { all: 10_000_000, perClient: 10_000_000 };

/** A request whose body is what is pushed. */
function openRequest() {
  const request = new IncomingMessage(new Socket());
  request.on('error', () => {});
  return request;
}

/** Lets what was pushed arrive. */
const arrive = () => new Promise((resolve) => setImmediate(resolve));

async function readWithRate(bytesInSecond: (second: number) => number, seconds: number) {
  const request = openRequest();
  const result = { kind: 'reading' };
  const room = createBodyRoom(plenty)('a');
  void readBody(request, limit, room).then(({ kind }) => (result.kind = kind));
  for (let second = 0; second < seconds && result.kind === 'reading'; second += 1) {
    const bytes = bytesInSecond(second);
    if (bytes > 0) request.push(Buffer.alloc(bytes));
    await arrive();
    vi.advanceTimersByTime(1000);
    await arrive();
  }
  return result.kind;
}

test.each<[string, number, string, (second: number) => number]>([
  ['steadily', 40, 'reading', () => 2_000],
  ['in bursts within the window', 40, 'reading', (second) => (second % 9 === 0 ? 20_000 : 0)],
  ['by a byte a second', 11, 'too-slow', () => 1],
  ['at once but for the last byte', 12, 'too-slow', (second) => (second === 0 ? 900_000 : 0)],
  ['fast, then by a byte a second,', 30, 'too-slow', (second) => (second < 15 ? 10_000 : 1)],
  ['steadily, but longer than allowed,', 61, 'too-slow', () => 5_000],
])('a body that comes %s is after %i s: %s', async (_, seconds, expected, bytesInSecond) => {
  expect(await readWithRate(bytesInSecond, seconds)).toBe(expected);
});

test('room is given back once when a request breaks off and then fails as well', async () => {
  const openRoom = createBodyRoom({ all: 100, perClient: 1000 });
  const room = openRoom('a');
  const request = openRequest();
  const reading = readBody(request, limit, room);
  request.push(Buffer.alloc(60));
  await arrive();
  expect(room.take(41)).toBe(false);
  request.emit('close');
  request.emit('error', new Error('reset'));
  expect(await reading).toEqual({ kind: 'gone' });
  expect(room.take(100)).toBe(true);
  expect(room.take(1)).toBe(false);
});

test('a request whose client left before the reading began is gone', async () => {
  const request = openRequest();
  request.destroy();
  await arrive();
  expect(await readBody(request, limit, createBodyRoom(plenty)('a'))).toEqual({ kind: 'gone' });
});
