import type { Database } from '#db/client.ts';
import { insertActivities } from '#db/queries/activity.ts';
import type { ActivityProcess } from '#db/tables.ts';
import type { Actor, Core, InTransaction } from '#domain/core/context.ts';
import type { ActivityAction, SecurityEventName } from './actions.ts';
import { keptFacts, type Facts } from './changed-facts.ts';

/** Further details of an event. A closed list: no passwords, tokens, texts of visitors. */
export type SecurityDetails = {
  /** The user it was done to. */
  subjectId?: string;
  fromRole?: string;
  toRole?: string;
  limit?: string;
  /** Why it was denied: one of the product's own texts. */
  reason?: string;
  sessions?: number;
};

export type SecurityEvent = SecurityDetails & {
  event: SecurityEventName;
  requestId: string | null;
  clientAddress: string | null;
  /** Who did it; null where no user is signed in. For a failed sign-in the email address that was typed. */
  userId: string | null;
  email: string | null;
};

export type SecurityContext = {
  actor: Actor | null;
  clientAddress: string | null;
  /** As in the lines of the log about this request; null for the process itself. */
  requestId: string | null;
  /** Writes a security event to the process log; verbs use `reportSecurityEvent`. */
  reportSecurity: (event: SecurityEvent) => void;
};

export type Person = { userId: string | null; email: string };

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

/**
 * Reports an event to the process log. A verb calls it after its commit, so that nothing is reported that did not happen.
 * @param by who did it, where that is not the context's actor.
 */
export function reportSecurityEvent(
  ctx: SecurityContext,
  event: SecurityEventName,
  details: SecurityDetails = {},
  by: Person | null = ctx.actor,
): void {
  ctx.reportSecurity({
    event,
    requestId: ctx.requestId,
    clientAddress: ctx.clientAddress,
    userId: by?.userId ?? null,
    email: by?.email ?? null,
    ...details,
  });
}
