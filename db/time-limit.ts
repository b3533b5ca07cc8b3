import { setImmediate as nextTurn } from 'node:timers/promises';

import { DatabaseUnavailable, noAnswer } from './database-error.ts';
import type { ServerCheck } from './server-check.ts';

/** Milliseconds of silence after which the server is asked on another connection whether it is there. */
const checkEvery = 600;

/** @throws DatabaseUnavailable after `timeoutMilliseconds`, or earlier when the server answers no connection at all */
export async function withTimeLimit<Answer>(
  answer: Promise<Answer>,
  timeoutMilliseconds: number,
  server: Pick<ServerCheck, 'isAnswering'>,
): Promise<Answer> {
  const end = performance.now() + timeoutMilliseconds;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const look = async () => {
      const isLate = performance.now() >= end;
      const isThere = !isLate && (await server.isAnswering());
      // Timers run before what has arrived is read: where the process itself was late, the answer may be there.
      await nextTurn();
      if (isOver) return;
      if (isThere) wait();
      else reject(new DatabaseUnavailable('away', noAnswer));
    };
    const wait = () => {
      const rest = Math.max(0, end - performance.now());
      timer = setTimeout(() => void look(), Math.min(checkEvery, rest));
    };
    wait();
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
