import { sql } from 'kysely';
import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { deleteUnusedAccounts } from './delete-unused-accounts.ts';

test('deleteUnusedAccounts deletes accounts older than 30 days that never had a role, and no others', async ({
  db,
}) => {
  await sql`insert into users (email, name, created_at)
    select name || '@firm.test', name, now() - make_interval(days => days)
    from (values ('new', 29), ('old', 31), ('admin', 31), ('removed', 31)) given (name, days)`.execute(db);
  await sql`insert into admin_users (user_id) select id from users where name in ('admin', 'removed')`.execute(
    db,
  );
  await sql`delete from admin_users where user_id = (select id from users where name = 'removed')`.execute(
    db,
  );
  expect(await deleteUnusedAccounts({ db })).toBe(1);
  const left = await db.selectFrom('users').select('name').orderBy('name').execute();
  expect(left.map(({ name }) => name)).toEqual(['admin', 'new', 'removed']);
  expect(await deleteUnusedAccounts({ db })).toBe(0);
});
