import type { Database } from '#db/client.ts';
import { insertActivities } from '#db/queries/activity.ts';
import type { ActivityProcess } from '#db/tables.ts';
import type { Core, InTransaction } from '#domain/core/context.ts';
import type { ActivityAction } from './actions.ts';
import { keptFacts, type Facts } from './changed-facts.ts';
import {
  reportSecurityEvent,
  type Person,
  type SecurityContext,
  type SecurityDetails,
  type SecurityEventName,
} from './security-events.ts';

export type Activity = {
  action: ActivityAction;
  /** The object of the action: its id and its name. */
  subject?: { id: string | null; label: string };
  before?: Facts | undefined;
  after?: Facts | undefined;
  /** Who did it, where that is not the context's actor: a user who is just signing in, or a process. */
  by?: Person | { process: ActivityProcess } | undefined;
};

/**
 * Writes one entry of the activity log. A verb calls it inside its own transaction, so that the
 * change and its entry are stored together or not at all. Facts never hold passwords, tokens or bodies of texts.
 */
export function recordActivity(
  trx: Database,
  ctx: Pick<Core, 'actor' | 'clientAddress'>,
  activity: Activity,
): Promise<void> {
  return recordActivities(trx, ctx, [activity]);
}

/** The same for what concerns security: the event of the same name is reported to the process log after the commit. */
export async function recordSecurityActivity(
  tx: InTransaction<SecurityContext & Pick<Core, 'db'>>,
  activity: Activity & { action: ActivityAction & SecurityEventName; by?: Person },
  details: SecurityDetails = {},
): Promise<void> {
  await recordActivity(tx.db, tx, activity);
  tx.afterCommit(() => reportSecurityEvent(tx, activity.action, details, activity.by ?? tx.actor));
}

/** The same for a command of the operator of the server. */
export function recordCommand(trx: Database, activity: Omit<Activity, 'by'>): Promise<void> {
  const by = { process: 'command line' } as const;
  return recordActivity(trx, { actor: null, clientAddress: null }, { ...activity, by });
}

/** Several entries of one verb, in one statement. */
export function recordActivities(
  trx: Database,
  ctx: Pick<Core, 'actor' | 'clientAddress'>,
  activities: readonly Activity[],
): Promise<void> {
  const entries = activities.map(({ action, subject, before, after, by }) => {
    const isProcess = by !== undefined && 'process' in by;
    const person = isProcess ? null : (by ?? ctx.actor);
    return {
      actor_id: person?.userId ?? null,
      actor_email: person?.email.slice(0, 254) ?? null,
      process: isProcess ? by.process : null,
      action,
      subject_id: subject?.id ?? null,
      subject_label: subject ? subject.label.slice(0, 300).toWellFormed() : null,
      before: before ? keptFacts(before) : null,
      after: after ? keptFacts(after) : null,
      client_address: ctx.clientAddress,
    };
  });
  return insertActivities(trx, entries);
}
