import { expect, test, vi } from 'vitest';

import type { Logger } from '#adapters/log.ts';
import { createRedirectRules, type StoredRule } from './redirect-rules.ts';

const warnings: string[] = [];
const log: Logger = {
  debug() {},
  info() {},
  warn: (message) => void warnings.push(message),
  error() {},
};
const rule = (source: string): StoredRule => ({
  id: source,
  source,
  isPrefix: false,
  status: 301,
  target: '/new',
});

test('the first question waits for the rules, later ones do not', async () => {
  const first = Promise.withResolvers<StoredRule[]>();
  const rules = createRedirectRules({ load: () => first.promise, log });
  rules.reload();
  const asked = rules.find('/a');
  first.resolve([rule('/a')]);
  expect(await asked).toMatchObject({ id: '/a' });
});

test('a change while the rules are read is read once more', async () => {
  const readings = [Promise.withResolvers<StoredRule[]>(), Promise.withResolvers<StoredRule[]>()];
  let begun = 0;
  const rules = createRedirectRules({ load: () => readings[begun++]?.promise ?? Promise.reject(), log });
  rules.reload();
  rules.reload();
  rules.reload();
  expect(begun).toBe(1);
  readings[0]?.resolve([rule('/a')]);
  await rules.find('/a');
  readings[1]?.resolve([rule('/b')]);
  await vi.waitFor(async () => expect(await rules.find('/b')).toBeDefined());
  expect(await rules.find('/a')).toBeUndefined();
  expect(begun).toBe(2);
});

test('rules that cannot be read are read again a second later, and the earlier ones hold until then', async () => {
  vi.useFakeTimers();
  try {
    const answers = [
      async () => [rule('/a')],
      () => Promise.reject(new Error('gone')),
      async () => [rule('/b')],
    ];
    const rules = createRedirectRules({ load: () => answers.shift()?.() ?? Promise.reject(), log });
    rules.reload();
    await rules.find('/a');
    rules.reload();
    await vi.advanceTimersByTimeAsync(10);
    expect(warnings).toHaveLength(1);
    expect(await rules.find('/a')).toBeDefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await rules.find('/b')).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

test('a stop leaves no question waiting', async () => {
  const rules = createRedirectRules({ load: () => new Promise(() => {}), log });
  rules.reload();
  rules.stop();
  expect(await rules.find('/a')).toBeUndefined();
});
