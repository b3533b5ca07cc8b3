import { randomBytes } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { challengeLife, createChallenge, isChallengeOpen } from './passkeys.ts';

const key = randomBytes(32);
const now = new Date('2026-03-01T10:00:00Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

describe('a challenge', () => {
  const challenge = createChallenge(key, 'sign-in', now);

  test('is open until it expires, and never the same twice', () => {
    expect(isChallengeOpen(key, 'sign-in', challenge, now)).toBe(true);
    expect(isChallengeOpen(key, 'sign-in', challenge, later(challengeLife))).toBe(false);
    expect(createChallenge(key, 'sign-in', now)).not.toBe(challenge);
  });

  test('is closed for another use, another session and under another key', () => {
    const own = createChallenge(key, 'register session-1', now);
    expect(isChallengeOpen(key, 'sign-in', own, now)).toBe(false);
    expect(isChallengeOpen(key, 'register session-2', own, now)).toBe(false);
    expect(isChallengeOpen(key, 'prove session-1', own, now)).toBe(false);
    expect(isChallengeOpen(randomBytes(32), 'sign-in', challenge, now)).toBe(false);
  });

  test('is closed when any byte was changed', () => {
    const bytes = Buffer.from(challenge, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(isChallengeOpen(key, 'sign-in', changed.toString('base64url'), now)).toBe(false);
    }
    expect(isChallengeOpen(key, 'sign-in', '', now)).toBe(false);
  });
});
