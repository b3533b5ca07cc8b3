import { sql, type Selectable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { mayDelete } from './clock.ts';
import type { Email } from './outbox.ts';
import type { WebhookEvent } from './webhooks.ts';
import { firstRow, hasRow } from './outcome.ts';

/** The work on an uploaded file: saying what would become of it, moving it in, trying its images again. */
export type ImportStep = 'check' | 'import' | 'retry-images';

/** Data of the jobs of each task; a scheduled task has none. */
export type Payloads = {
  delivery: Email | Record<string, never>;
  /** The key is the id of the import. */
  import: {
    step: ImportStep;
    siteWords?: 'draft' | 'publish' | 'skip' | undefined;
    actor: {
      userId: string;
      email: string;
      name: string | null;
      role: Selectable<Tables['admin_users']>['role'];
    };
  };
  schedule: Record<string, never>;
  webhook: WebhookEvent;
};

export type HeldJob<Payload = unknown> = {
  id: string;
  key: string | null;
  messageId: string | null;
  payload: Payload;
  /** Number of attempts, including the running one. */
  attempts: number;
  createdAt: Date;
  /** The job is useless from then on. */
  expiresAt: Date | null;
};

type NewJob<Payload> = {
  id?: string | undefined;
  /** One job at a time has it. */
  key?: string;
  messageId?: string;
  payload?: Payload;
  /** After these it is given up. */
  minutes?: number | undefined;
};

/**
 * Adds a job, in the transaction of its cause.
 * @returns false when there is one with its key already
 */
export function insertJob<Task extends keyof Payloads>(
  trx: Database,
  task: Task,
  { id, key, messageId, payload, minutes }: NewJob<Payloads[Task]>,
): Promise<boolean> {
  return hasRow(trx, 'writes')`
    insert into jobs (id, task, key, message_id, payload, expires_at)
    values (coalesce(${id ?? null}::uuid, gen_random_uuid()), ${task}, ${key ?? null}, ${messageId ?? null}::uuid,
      ${JSON.stringify(payload ?? {})}::jsonb, now() + make_interval(mins => ${minutes ?? null}::int))
    on conflict (key) do nothing returning id`;
}

const held = sql`id, key, message_id as "messageId", payload, tries as attempts, created_at as "createdAt",
  expires_at as "expiresAt"`;

/** No attempt is put off for so long: the clock was ahead. Only events of webhooks are planned to lie ahead. */
const isPutOffByWrongClock = sql`(run_at > now() + interval '3 hours' and (tries > 0 or task <> 'webhook'))`;

/**
 * Claims the job of a task that has waited longest: no other worker gets it for some seconds, and if this worker ends,
 * another one does afterwards. Clears the error of the attempt before.
 * @param keys of jobs that this worker can do; null: all. It takes others that no worker takes although none is busy.
 */
export function claimJob<Task extends keyof Payloads>(
  db: Database,
  task: Task,
  seconds: number,
  keys: readonly string[] | null = null,
) {
  return firstRow<HeldJob<Payloads[Task]>>(db, 'writes')`
    update jobs set tries = tries + 1, last_error = null, is_server_unavailable = false,
      run_at = now() + make_interval(secs => ${seconds})
    where id = (
      select id from jobs
      where task = ${task} and done_at is null and given_up_at is null
        and (run_at <= now() or ${isPutOffByWrongClock})
        and (${keys}::text[] is null or key = any(${keys}::text[]) or run_at < now() - interval '30 seconds' and not exists (
          select from jobs busy where busy.task = ${task} and busy.done_at is null and busy.tries > 0 and busy.run_at > now()
        ))
      order by run_at limit 1 for update skip locked
    )
    returning ${held}`;
}

/** Claims the only job of a scheduled task, if it is due; adds it where there is none. */
export function claimScheduled(db: Database, name: string, seconds: number) {
  return firstRow<HeldJob<Payloads['schedule']>>(db, 'writes')`
    insert into jobs as j (task, key, tries, run_at)
    values ('schedule', ${name}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set tries = j.tries + 1, run_at = excluded.run_at
      where j.run_at <= now() or j.run_at > excluded.run_at + interval '1 minute'
    returning ${held}`;
}

/** Extends the lease of this worker to some seconds from now; with none it ends, and another worker can claim the job. */
export async function extendLease(
  db: Database,
  job: Pick<HeldJob, 'id' | 'attempts'>,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where(isHeld(job))
    .execute();
}

/** True while no other worker has claimed the job, or ended it. */
function isHeld({ id, attempts }: Pick<HeldJob, 'id' | 'attempts'>) {
  return sql<boolean>`id = ${id} and tries = ${attempts}
    and last_error is null and done_at is null and given_up_at is null`;
}

/** Ends a job. One without a key stays as a record, without the text of its email. */
export async function finishJob(db: Database, id: string): Promise<void> {
  await sql`
    with kept as (
      update jobs set done_at = now(), last_error = null, payload = payload - '{text,html,headers,returnPath}'::text[]
      where id = ${id} and key is null
    )
    delete from jobs where id = ${id} and key is not null`.execute(db);
}

/**
 * Stores a failed attempt. A job that another worker has claimed since stays unchanged.
 * @param failure.nextAttemptAt null: no automatic retry.
 * @param failure.isServerUnavailable no mail server could be reached.
 */
export async function storeFailure(
  db: Database,
  job: Pick<HeldJob, 'id' | 'attempts'>,
  failure: { error: string; nextAttemptAt: Date | null; isServerUnavailable: boolean },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      last_error: failure.error.slice(0, 500).toWellFormed(),
      is_server_unavailable: failure.isServerUnavailable,
      ...(failure.nextAttemptAt
        ? { run_at: failure.nextAttemptAt }
        : // By a clock that jumped, everything has waited for too long.
          {
            given_up_at: sql<Date | null>`case when ${mayDelete()} then now() end`,
            run_at: sql<Date>`now() + interval '2 hours'`,
          }),
    })
    .where(isHeld(job))
    .execute();
}

/** Deletes jobs that were done or given up more than `days` days ago; those of messages stay. */
export async function deleteOldJobs(db: Database, days: number): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('message_id', 'is', null)
    .where(mayDelete())
    .where(sql<Date>`coalesce(done_at, given_up_at)`, '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
