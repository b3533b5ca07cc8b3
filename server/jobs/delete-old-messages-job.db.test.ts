import { sql } from 'kysely';
import { expect } from 'vitest';

import { createLog } from '#adapters/log.ts';
import { test } from '#tests/database.ts';
import { deleteOldMessagesJob } from './delete-old-messages-job.ts';

test('at the start, by itself, what was kept for as long as the settings say goes', async ({ db }) => {
  await sql`
    insert into messages (kind, name, email, subject, message, content_hash, text_hash, created_at)
    select 'contact', 'N', 'n@visitor.test', 'S', days::text, '', '', now() - make_interval(days => days)
    from unnest(array[9, 11]) days`.execute(db);
  const upkeep = deleteOldMessagesJob({ db, daysKept: 10, log: createLog({ level: 'silent' }) });
  const kept = () => db.selectFrom('messages').select('message').execute();
  await expect.poll(kept).toEqual([{ message: '9' }]);
  await upkeep.stop();
});
