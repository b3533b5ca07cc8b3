import { sql } from 'kysely';
import { expect } from 'vitest';

import { createLog } from '#adapters/log.ts';
import { test } from '#tests/database.ts';
import { contextOn } from '#tests/factories.ts';
import { jobsOf } from '#tests/jobs.ts';
import { repeatJob } from '../scheduling/repeat-job.ts';

test('the job of messages deletes those older than two years at the start', async ({ own }) => {
  const { db, pool } = own;
  await sql`
    insert into messages (kind, name, email, subject, message, content_hash, text_hash, created_at)
    select 'contact', 'N', 'n@visitor.test', 'S', days::text, '', '', now() - make_interval(days => days)
    from unnest(array[729, 731]) days`.execute(db);
  const log = createLog({ level: 'silent' });
  const job = repeatJob(jobsOf(contextOn(db), pool).messages, log);
  const kept = () => db.selectFrom('messages').select('message').execute();
  await expect.poll(kept).toEqual([{ message: '729' }]);
  await job.stop();
});
