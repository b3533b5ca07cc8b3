import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { test } from '#tests/database.ts';
import { contextOn, plainHash } from '#tests/factories.ts';
import { isSetupOpen, openSetupLink, setUpFirstAdmin } from './first-admin.ts';

const person = { email: 'first@firm.test', password: 'correct horse', displayName: 'First' };

async function openLink(ctx: Parameters<typeof openSetupLink>[0]): Promise<string> {
  const token = await openSetupLink(ctx);
  if (token === null) throw new Error('There is an administrator already.');
  return token;
}

describe('the set-up link', () => {
  test('makes the first super admin, with a password and a profile', async ({ db }) => {
    const token = await openLink({ db });
    const stored = await sql<{ line: string }>`select installation::text as line
      from installation`.execute(db);
    expect(stored.rows[0]?.line).not.toContain(token);
    const { userId } = await setUpFirstAdmin(contextOn(db), plainHash, { ...person, token });
    const row = await db
      .selectFrom('admin_users as a')
      .innerJoin('profiles as p', 'p.user_id', 'a.user_id')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select(['a.user_id', 'a.role', 'a.permissions', 'p.display_name', 'u.password_hash'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      user_id: userId,
      role: 'super_admin',
      permissions: {},
      display_name: 'First',
      password_hash: 'plain:correct horse',
    });
  });

  test('works once, and there is no other afterwards', async ({ db }) => {
    const token = await openLink({ db });
    await setUpFirstAdmin(contextOn(db), plainHash, { ...person, token });
    expect(await isSetupOpen({ db }, token)).toBe(false);
    await expect(
      setUpFirstAdmin(contextOn(db), plainHash, { ...person, email: 'second@firm.test', token }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await openSetupLink({ db })).toBeNull();
  });

  test('an unknown, replaced or expired token opens nothing', async ({ db }) => {
    const old = await openLink({ db });
    await openLink({ db });
    const expired = await openLink({ db });
    await sql`update installation set setup_expires_at = now() - interval '1 second'`.execute(db);
    for (const token of [old, expired, '', 'x'.repeat(10_000)]) {
      await expect(setUpFirstAdmin(contextOn(db), plainHash, { ...person, token })).rejects.toMatchObject({
        kind: 'forbidden',
      });
    }
  });

  test('stays open when the password is refused', async ({ db }) => {
    const token = await openLink({ db });
    await expect(
      setUpFirstAdmin(contextOn(db), plainHash, { ...person, password: 'short', token }),
    ).rejects.toMatchObject({ kind: 'invalid', message: 'Password must be at least 8 characters long.' });
    expect(await isSetupOpen({ db }, token)).toBe(true);
  });

  test('fifty people at once make exactly one account', async ({ own }) => {
    const token = await openLink(own);
    const tries = Array.from({ length: 50 }, (_, n) =>
      setUpFirstAdmin(contextOn(own.db), plainHash, { ...person, email: `p${n}@firm.test`, token }),
    );
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const counts = await sql<{ users: number; admins: number }>`
      select (select count(*) from users) as users, (select count(*) from admin_users) as admins`.execute(
      own.db,
    );
    expect(counts.rows).toEqual([{ users: 1, admins: 1 }]);
  });
});
