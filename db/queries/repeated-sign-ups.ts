import type { Database } from '#db/client.ts';

/** Stores the password hash of the first sign-up that repeated an account's address; later ones change nothing. */
export async function insertRepeatedSignUp(
  db: Database,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await db
    .insertInto('repeated_sign_ups')
    .values({ user_id: userId, password: passwordHash })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** The password hash of the sign-up that repeated this address. */
export async function findRepeatedSignUp(db: Database, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('repeated_sign_ups as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select('r.password')
    .where('u.email', '=', email)
    .executeTakeFirst();
  return row?.password;
}
