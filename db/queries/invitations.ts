import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { AdminRow } from './admins.ts';
import { hasWritten } from './outcome.ts';

/**
 * One open invitation for an address: a new one ends the one before.
 * @param invitation.invitedBy null: the command line.
 */
export async function replaceInvitation(
  db: Database,
  invitation: {
    email: string;
    role: AdminRow['role'];
    tokenHash: Buffer;
    invitedBy: string | null;
    hours: number;
  },
): Promise<void> {
  const fresh = {
    role: invitation.role,
    token_hash: invitation.tokenHash,
    invited_by: invitation.invitedBy,
    expires_at: sql<Date>`now() + make_interval(hours => ${invitation.hours})`,
    created_at: sql<Date>`now()`,
  };
  await db
    .insertInto('invitations')
    .values({ email: invitation.email, ...fresh })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(fresh))
    .execute();
}

/** Invitations that still work, the newest first; with the server's answer where the email of one was not delivered. */
export function listInvitationRows(db: Database, limit: number) {
  return (
    db
      .selectFrom('invitations as i')
      // Both were stored in one transaction. Joined, so that the jobs are read once.
      .leftJoin('jobs as j', (join) =>
        join
          .on(sql`j.payload ->> 'to'`, '=', sql.ref('i.email'))
          .onRef('j.created_at', '=', 'i.created_at')
          .on('j.done_at', 'is', null),
      )
      .select(['i.id', 'i.email', 'i.role', 'i.expires_at as expiresAt', 'j.last_error as deliveryError'])
      .where('i.expires_at', '>', sql<Date>`now()`)
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id')
      .limit(limit)
      .execute()
  );
}

/** The invitation of a link or an address, unless it has expired, with what role its inviter has now. */
export function findInvitationRow(db: Database, by: { tokenHash: Buffer } | { email: string }) {
  return db
    .selectFrom('invitations as i')
    .leftJoin('admin_users as a', 'a.user_id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'i.expires_at', 'i.invited_by', 'a.role as inviter_role'])
    .where('i.expires_at', '>', sql<Date>`now()`)
    .where((where) =>
      'email' in by ? where('i.email', '=', by.email) : where('i.token_hash', '=', by.tokenHash),
    )
    .executeTakeFirst();
}

export type OpenInvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitationRow>>>;

/** An invitation, locked until the transaction ends; undefined when there is none any more. */
export function lockInvitation(db: Database, id: string) {
  return db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes the invitation; false when another transaction was first. */
export function deleteInvitation(db: Database, id: string): Promise<boolean> {
  return hasWritten(db.deleteFrom('invitations').where('id', '=', id));
}
