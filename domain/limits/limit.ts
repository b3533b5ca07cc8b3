import { createHash } from 'node:crypto';

/** Maximum attempts within any `minutes` for each `subject`: a client's network, an account, or both. */
export type Limit = { name: string; subject: string; maxAttempts: number; minutes: number };

/** The key of a limit's row. Only hashes are stored, because people type passwords into the wrong field. */
export function attemptKey({ name, subject }: Pick<Limit, 'name' | 'subject'>): Buffer {
  return createHash('sha256').update(`${name}\n${subject}`).digest();
}
