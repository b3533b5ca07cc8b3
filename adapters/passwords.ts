import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { createLimit } from '#db/limit.ts';
import type { Passwords } from '#domain/accounts/auth.ts';
import { tooMany } from '#domain/core/errors.ts';

const derive = promisify(argon2);

/** OWASP's recommendation for argon2id: 19 MiB (in KiB here), two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const saltLength = 16;

/**
 * Hashes passwords with argon2id, on the thread pool and never on the event loop. At most `atOnce` at the same time, so
 * that files, name lookups and compression keep threads of the pool and the memory stays bounded; at most `waiting` wait
 * for their turn, so that no request waits for seconds.
 */
export function createPasswords({ atOnce = 2, waiting = 100 } = {}): Passwords {
  const limit = createLimit(atOnce, {
    waiting,
    refuse: () =>
      tooMany('Too many people are signing in at the moment. Please try again in a few seconds.', 5),
  });

  return {
    hashPassword: (password) =>
      limit.run(async () => {
        const salt = randomBytes(saltLength);
        return serialize(salt, await tagOf(password, salt, current));
      }),

    verifyPassword: ({ hash, password }) =>
      limit.run(async () => {
        const { salt, tag, ...cost } = parse(hash);
        const own = await tagOf(password, salt, { ...cost, tagLength: tag.length });
        return timingSafeEqual(own, tag);
      }),
  };
}

type Cost = typeof current;

/** Normalizes Unicode, so that the same characters from another keyboard are the same password. */
function tagOf(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...cost });
}

/** The standard PHC format, which includes the parameters: hashes with other parameters stay valid. */
function serialize(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

function parse(hash: string): Omit<Cost, 'tagLength'> & { salt: Buffer; tag: Buffer } {
  const found =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/.exec(
      hash,
    );
  const [, memory, passes, parallelism, salt = '', tag = ''] = found ?? [];
  if (!found) throw new Error('A stored password hash cannot be read.');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
