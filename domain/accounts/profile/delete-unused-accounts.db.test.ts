import { sql } from 'kysely';
import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { deleteUnusedAccounts } from './sign-up.ts';

test('deleteUnusedAccounts deletes only accounts without any role after 30 days', async ({ db }) => {
  await sql`insert into users (email, created_at)
    select name || '@firm.test', now() - make_interval(days => days)
    from (values ('new', 29), ('old', 31), ('admin', 31), ('removed', 31)) given (name, days)`.execute(db);
  await sql`insert into admin_users (user_id) select id from users
    where email in ('admin@firm.test', 'removed@firm.test')`.execute(db);
  await sql`delete from admin_users
    where user_id = (select id from users where email = 'removed@firm.test')`.execute(db);
  expect(await deleteUnusedAccounts({ db })).toBe(1);
  const left = await db.selectFrom('users').select('email').orderBy('email').execute();
  expect(left.map(({ email }) => email.split('@')[0])).toEqual(['admin', 'new', 'removed']);
  expect(await deleteUnusedAccounts({ db })).toBe(0);
});
