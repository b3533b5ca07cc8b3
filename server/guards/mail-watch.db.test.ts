import { sql } from 'kysely';
import { expect } from 'vitest';

import { insertJob } from '#db/queries/jobs.ts';
import { test } from '#tests/database.ts';
import { createMailWatch } from './mail-watch.ts';

test('emails that wait for the mail server are told of after minutes, until one has left', async ({ db }) => {
  const watch = createMailWatch();
  const warning = async () => {
    await watch.look(db);
    return watch.warning('UTC');
  };
  const change = (set: string) => sql`update jobs set ${sql.raw(set)}`.execute(db);
  await insertJob(db, 'delivery', {});
  await change("tries = 2, is_server_unavailable = true, last_error = 'No answer.'");
  expect(await warning()).toBeNull();
  await change("created_at = now() - interval '6 minutes'");
  const stuck =
    /^No email has left since .+: the mail server cannot be reached\. Password resets and invitations wait with it\.$/;
  expect(await warning()).toMatch(stuck);
  // The next attempt is running.
  await change('tries = 3, is_server_unavailable = false, last_error = null');
  expect(await warning()).toMatch(stuck);
  // A wrong address is no matter of the server.
  await change("last_error = 'No such mailbox.'");
  expect(await warning()).toBeNull();
  await change('last_error = null');
  await insertJob(db, 'delivery', {});
  await sql`update jobs set done_at = now() where tries = 0`.execute(db);
  expect(await warning()).toBeNull();
});
