import type { Database } from '#db/client.ts';

export type ProfileNames = {
  display_name: string | null;
  username: string | null;
  first_name: string | null;
  last_name: string | null;
};

export function findProfile(db: Database, userId: string): Promise<ProfileNames | undefined> {
  return db
    .selectFrom('profiles')
    .select(['display_name', 'username', 'first_name', 'last_name'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Whether another user has this username, in any case. */
export async function isUsernameTaken(db: Database, username: string, by: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('id')
    .where(({ fn, eb }) =>
      eb(fn<string>('lower', ['username']), '=', fn<string>('lower', [eb.val(username)])),
    )
    .where('user_id', '<>', by)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the names; a user without a profile gets one. */
export async function upsertProfile(db: Database, userId: string, names: ProfileNames): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ user_id: userId, ...names })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(names))
    .execute();
}
