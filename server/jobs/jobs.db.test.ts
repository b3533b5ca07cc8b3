import { sql } from 'kysely';
import { expect } from 'vitest';

import { createLog } from '#adapters/log.ts';
import { noEmail } from '#domain/email/mailer.ts';
import { test } from '#tests/database.ts';
import { jobs } from './jobs.ts';
import { repeatJob } from '../scheduling/repeat-job.ts';

test('the job of messages deletes those older than two years at the start', async ({ db }) => {
  await sql`
    insert into messages (kind, name, email, subject, message, content_hash, text_hash, created_at)
    select 'contact', 'N', 'n@visitor.test', 'S', days::text, '', '', now() - make_interval(days => days)
    from unnest(array[729, 731]) days`.execute(db);
  const log = createLog({ level: 'silent' });
  const { messages } = jobs({
    db,
    delivery: { delivery: null, mail: noEmail, emailToken: () => '' },
    sendPosts: async () => {},
    images: { sweep: async () => {} },
    disk: { space: async () => null },
    backUp: async () => {},
    archive: async () => {},
    readBounces: async () => {},
    announcePages: async () => {},
    sendWeeklyLeads: async () => {},
    recordContent: async () => {},
    log,
  });
  const job = repeatJob(messages, log);
  const kept = () => db.selectFrom('messages').select('message').execute();
  await expect.poll(kept).toEqual([{ message: '729' }]);
  await job.stop();
});
