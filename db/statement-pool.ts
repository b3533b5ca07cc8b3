import type { PostgresPool } from 'kysely';
import type pg from 'pg';

import { openStatementNames } from './statement-names.ts';

/**
 * The pool as the query builder sees it: statements that come back are sent with a name, and one that a dead line or a
 * frozen server leaves without an answer fails. Its connection is not used again.
 * @param patience milliseconds for a statement, unless its connection lifted the server's own limit
 */
export function poolOfStatements(pool: pg.Pool, patience: number): PostgresPool {
  const nameOf = openStatementNames();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      let mayTakeLong = false;
      let isSilent = false;

      const query = async (text: string, values: unknown[]) => {
        if (isSilent) throw new Error(silence);
        mayTakeLong ||= liftsTheTimeout.test(text);
        const answer = client.query({ text, values, name: nameOf(text) });
        // Nobody could tell whether a commit that was given up had been one.
        if (mayTakeLong || text === 'commit') return answer;
        return answerInTime(answer, patience, () => (isSilent = true));
      };
      const release = () => client.release(isSilent);
      return new Proxy(client, {
        get: (target, key) =>
          key === 'query' ? query : key === 'release' ? release : Reflect.get(target, key),
      });
    },
  };
}

const silence = 'The database does not answer.';
const liftsTheTimeout = /^set (local )?statement_timeout = 0$/;

async function answerInTime<Answer>(
  answer: Promise<Answer>,
  patience: number,
  onSilence: () => void,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onSilence();
      reject(new Error(silence));
    }, patience);
  });
  try {
    return await Promise.race([answer, end]);
  } finally {
    clearTimeout(timer);
  }
}
