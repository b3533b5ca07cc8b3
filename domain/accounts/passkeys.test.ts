import { randomBytes } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { challengeLife, newChallenge, isChallengeOpen } from './passkeys.ts';

const key = randomBytes(32);
const now = new Date('2026-03-01T10:00:00Z');
const ctx = { deriveKey: () => key, now: () => now };
const late = new Date(now.getTime() + challengeLife);

describe('a challenge', () => {
  const challenge = newChallenge(ctx, 'sign-in');

  test('is open until it expires, and never the same twice', () => {
    expect(isChallengeOpen(ctx, 'sign-in', challenge)).toBe(true);
    expect(isChallengeOpen({ ...ctx, now: () => late }, 'sign-in', challenge)).toBe(false);
    expect(newChallenge(ctx, 'sign-in')).not.toBe(challenge);
  });

  test('is closed for another use, another session and under another key', () => {
    const own = newChallenge(ctx, 'register session-1');
    expect(isChallengeOpen(ctx, 'sign-in', own)).toBe(false);
    expect(isChallengeOpen(ctx, 'register session-2', own)).toBe(false);
    expect(isChallengeOpen(ctx, 'prove session-1', own)).toBe(false);
    expect(isChallengeOpen({ ...ctx, deriveKey: () => randomBytes(32) }, 'sign-in', challenge)).toBe(false);
  });

  test('is closed when any byte was changed', () => {
    const bytes = Buffer.from(challenge, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(isChallengeOpen(ctx, 'sign-in', changed.toString('base64url'))).toBe(false);
    }
    expect(isChallengeOpen(ctx, 'sign-in', '')).toBe(false);
  });
});
