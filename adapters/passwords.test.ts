import { describe, expect, test } from 'vitest';

import { createPasswords } from './passwords.ts';

const passwords = createPasswords();

describe('password hashes', () => {
  test('are argon2id with the parameters that OWASP recommends, and never twice the same', async () => {
    const [one, other] = await Promise.all([
      passwords.hashPassword('correct horse'),
      passwords.hashPassword('correct horse'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
  });

  test.for([
    ['correct horse', 'correct horse', true],
    ['correct horse', 'correct horsf', false],
    ['correct horse', '', false],
    // One code point, and the same character as two code points.
    ['gr\u00fc\u00dfe an alle', 'gru\u0308\u00dfe an alle', true],
    ['😀😀😀😀😀😀😀😀', '😀😀😀😀😀😀😀😀', true],
  ] as const)('of %j fit %j: %j', async ([password, typed, fits]) => {
    const hash = await passwords.hashPassword(password);
    expect(await passwords.verifyPassword({ hash, password: typed })).toBe(fits);
  });

  test('of the reference implementation and with other parameters are read', async () => {
    // echo -n password | argon2 somesalt -id -v 13 -t 2 -m 16 -p 1, from the test vectors of the reference code.
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.verifyPassword({ hash, password: 'password' })).toBe(true);
    expect(await passwords.verifyPassword({ hash, password: 'passwore' })).toBe(false);
  });

  test.for([
    '$argon2id$',
    '$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$x',
    '$argon2id$v=16$m=8,t=1,p=1$a$b',
  ])('that are none are an error, not a wrong password: %s', async (hash) => {
    await expect(passwords.verifyPassword({ hash, password: 'x' })).rejects.toThrow('cannot be read');
  });
});

describe('many at once', () => {
  test('beyond the queue are turned away at once, and those in it are served in order', async () => {
    const narrow = createPasswords({ atOnce: 1, waiting: 2 });
    const order: number[] = [];
    const outcomes = await Promise.allSettled(
      [0, 1, 2, 3, 4].map(async (n) => {
        await narrow.hashPassword('correct horse');
        order.push(n);
      }),
    );
    expect(order).toEqual([0, 1, 2]);
    expect(outcomes.slice(3)).toMatchObject([
      { status: 'rejected', reason: { kind: 'too-many', retryAfterSeconds: 5 } },
      { status: 'rejected', reason: { kind: 'too-many' } },
    ]);
    await expect(narrow.hashPassword('correct horse')).resolves.toMatch(/^\$argon2id/);
  });

  test('a failed one gives its place on', async () => {
    const narrow = createPasswords({ atOnce: 1, waiting: 1 });
    const outcomes = await Promise.allSettled([
      narrow.verifyPassword({ hash: '$argon2id$', password: 'x' }),
      narrow.hashPassword('correct horse'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await narrow.hashPassword('correct horse');
  });
});
