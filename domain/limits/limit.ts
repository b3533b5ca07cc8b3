import { createHash } from 'node:crypto';

/** At most `most` attempts within any `minutes`, for each `of`: the address of a client, an account, or both. */
export type Limit = { name: string; of: string; most: number; minutes: number };

/** The key of a limit's row. Only hashes are stored, because people type passwords into the wrong field. */
export function attemptKey({ name, of }: Pick<Limit, 'name' | 'of'>): Buffer {
  return createHash('sha256').update(`${name}\n${of}`).digest();
}
