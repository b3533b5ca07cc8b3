import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { mayDelete } from './clock.ts';
import { isFound } from './outcome.ts';

/**
 * True if there was a sign-in from this place, a browser or a network, within 90 days: to this account, or to any where
 * `email` is null.
 */
export function isKnownPlace(db: Database, email: string | null, placeHash: Buffer): Promise<boolean> {
  return isFound(
    db
      .selectFrom('known_places as d')
      .innerJoin('users as u', 'u.id', 'd.user_id')
      .select('d.user_id')
      .$if(email !== null, (query) => query.where('u.email', '=', email))
      .where('d.place_hash', '=', placeHash)
      .where('d.seen_at', '>', sql<Date>`now() - interval '90 days'`)
      .limit(1),
  );
}

/** True if an account was ever signed in to, as far as it is remembered. */
export function hasSignedInBefore(db: Database, userId: string): Promise<boolean> {
  return isFound(db.selectFrom('known_places').select('user_id').where('user_id', '=', userId).limit(1));
}

/** Stores the place of a sign-in, and deletes those that were not used for 90 days. */
export async function rememberPlace(db: Database, userId: string, placeHash: Buffer): Promise<void> {
  await sql`
    insert into known_places (user_id, place_hash) values (${userId}, ${placeHash})
    on conflict (user_id, place_hash) do update set seen_at = now()`.execute(db);
  await sql`
    delete from known_places
    where user_id = ${userId} and seen_at < now() - interval '90 days' and ${mayDelete()}`.execute(db);
}

/** Deletes the places where an account was used before. */
export async function deleteKnownPlaces(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('known_places').where('user_id', '=', userId).execute();
}
