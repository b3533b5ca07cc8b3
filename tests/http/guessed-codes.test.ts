import { randomBytes, randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPasskeys } from '#adapters/passkeys.ts';
import { isDomainError } from '#domain/errors.ts';
import { isLong } from '#tests/long.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs, contextOn, plainHash, unknownBrowser } from '#tests/factories.ts';
import { authenticatorKey } from '#domain/accounts/factors/check-code.ts';
import { encryptSecret } from '#domain/accounts/secrets.ts';
import { proveSecondFactor } from '#domain/accounts/sign-in/prove-second-factor.ts';
import { wrongPassword } from '#domain/accounts/sign-in/sign-in-message.ts';
import { stepAt, totpCode } from '#domain/accounts/factors/totp.ts';

const auth = {
  ...plainHash,
  verifyPassword: async () => false,
  passkeys: createPasskeys({ own: 'http://localhost:3000', aliases: [] }),
};

let database: OwnDatabase;

beforeAll(async () => {
  database = await createOwnDatabase();
});
afterAll(() => database.drop());

/** Each is a hundredth of a day. */
const rounds = 100;
const guessesPerRound = isLong ? 100 : 10;

test(`${rounds * guessesPerRound} guessed codes within a day: 50 are looked at, and then not even the right one`, async () => {
  const { db } = database;
  const { userId, email } = (await contextAs(db, 'editor')).actor;
  const secret = randomBytes(20);
  const now = new Date();
  const ctx = contextOn(db, { rateLimits: true, now: () => now });
  await db
    .insertInto('authenticator_apps')
    .values({
      user_id: userId,
      encrypted_secret: encryptSecret(authenticatorKey(ctx), secret, userId),
      confirmed_at: now,
    })
    .execute();
  const pending = { sessionId: randomUUID(), userId, email, factor: 'password' as const };
  const isLookedAt = async (code: string) => {
    try {
      const answer = await proveSecondFactor(ctx, auth, pending, { code }, unknownBrowser);
      expect(answer).toEqual(wrongPassword);
      return true;
    } catch (error) {
      if (isDomainError(error) && error.kind === 'too-many') return false;
      throw error;
    }
  };
  const right = [-1, 0, 1].map((offset) => totpCode(secret, stepAt(now) + offset));
  const guesses = Array.from({ length: rounds * guessesPerRound + 3 }, (_, n) => String(n).padStart(6, '0'))
    .filter((code) => !right.includes(code))
    .slice(0, rounds * guessesPerRound);

  let lookedAt = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const code of guesses.slice(round * guessesPerRound, (round + 1) * guessesPerRound)) {
      if (await isLookedAt(code)) lookedAt += 1;
    }
    await sql`update attempts set made_at = array(select t - interval '14 minutes 20 seconds' from unnest(made_at) t)`.execute(
      db,
    );
  }
  expect(lookedAt).toBe(50);
  expect(await isLookedAt(right[1] ?? '')).toBe(false);
}, 500_000);
