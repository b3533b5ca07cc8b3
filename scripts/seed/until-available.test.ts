import { expect, test } from 'vitest';

import { DatabaseUnavailable } from '#db/database-error.ts';
import { untilAvailable } from './until-available.ts';

test('work waits for a busy database, says so once, and ends with any other error', async () => {
  const said: string[] = [];
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    if (attempts < 4) throw new DatabaseUnavailable('away', 'timeout exceeded when trying to connect');
    return 'done';
  };
  expect(await untilAvailable(work, (line) => said.push(line), 1)).toBe('done');
  expect([attempts, said]).toEqual([4, ['The database is busy. Waiting for it.']]);
  const broken = untilAvailable(
    () => Promise.reject(new Error('broken')),
    () => {},
    1,
  );
  await expect(broken).rejects.toThrow('broken');
});
