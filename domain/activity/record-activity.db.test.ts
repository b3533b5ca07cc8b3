import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { test } from '#tests/database.ts';
import { contextAs, contextOn } from '#tests/factories.ts';
import { deleteOldActivity } from './delete-old-activity.ts';
import { recordActivity } from './record-activity.ts';

describe('an entry of the activity log', () => {
  test('says who, what, when, from where, before and after', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', { clientAddress: '2001:db8::7' });
    await recordActivity(db, ctx, {
      action: 'role-changed',
      subject: { id: ctx.actor.userId, label: 'person@firm.test' },
      before: { role: 'editor' },
      after: { role: 'admin', since: new Date('2026-03-01T10:00:00Z') },
    });
    const row = await db.selectFrom('activity').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      actor_id: ctx.actor.userId,
      actor_email: ctx.actor.email,
      action: 'role-changed',
      subject_label: 'person@firm.test',
      before: { role: 'editor' },
      after: { role: 'admin', since: '2026-03-01T10:00:00.000Z' },
      client_address: '2001:db8::7',
    });
    expect(row.created_at).toBeInstanceOf(Date);
  });

  test('goes with the transaction it belongs to', async ({ own }) => {
    const failing = own.db.transaction().execute(async (trx) => {
      await recordActivity(trx, contextOn(trx), { action: 'post-deleted' });
      throw new Error('The verb failed.');
    });
    await expect(failing).rejects.toThrow('The verb failed.');
    expect(await own.db.selectFrom('activity').select('id').execute()).toEqual([]);
  });

  test.for(['update activity set action = $$x$$', 'delete from activity', 'truncate activity'])(
    'cannot be unwritten: %s',
    async (statement, { db }) => {
      await recordActivity(db, contextOn(db), { action: 'sign-in' });
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('The activity log only grows.');
    },
  );
});

describe('the retention of the activity log', () => {
  const insertEntry = (db: Database, action: string, daysAgo: number) =>
    sql`insert into activity (action, created_at)
      values (${action}, now() - make_interval(days => ${daysAgo}))`.execute(db);
  const listActions = async (db: Database) =>
    (await db.selectFrom('activity').select('action').orderBy('id').execute()).map(({ action }) => action);

  test('deleteOldActivity deletes what is older than two years', async ({ db }) => {
    await insertEntry(db, 'sign-in', 731);
    await insertEntry(db, 'sign-out', 729);
    expect(await deleteOldActivity({ db })).toBe(1);
    expect(await listActions(db)).toEqual(['sign-out']);
    expect(await deleteOldActivity({ db })).toBe(0);
  });

  test('an entry within the retention cannot be deleted even in its transaction', async ({ db }) => {
    await insertEntry(db, 'sign-in', 731);
    await insertEntry(db, 'sign-out', 729);
    await deleteOldActivity({ db });
    await expect(sql`delete from activity`.execute(db)).rejects.toThrow('The activity log only grows.');
  });
});
