import { updateClock, readClock } from '#db/queries/clock.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';

export type ClockKeeper = {
  /** Reads the clock at once: what this process knows of it has changed. */
  lookAtClock: () => Promise<void>;
};

/** Takes the time that the clock shows for right. @throws forbidden */
export async function acceptClock(ctx: Core & ClockKeeper): Promise<void> {
  requirePermission(ctx, 'view-operator-notices');
  await inTransaction(ctx, async ({ db: trx }) => {
    const { now } = await readClock(trx);
    await updateClock(trx, { newest_at: now, looked_at: now, jumped_at: null, is_alarm: false });
    await recordActivity(trx, ctx, { action: 'clock-accepted' });
  });
  await ctx.lookAtClock();
}
