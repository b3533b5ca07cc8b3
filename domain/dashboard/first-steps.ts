import { readFirstStepFacts } from '#db/queries/admin-start.ts';
import { updateInstallation } from '#db/queries/installation.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core, type MessageDelivery } from '#domain/core/context.ts';
import { examplesBeside } from '#domain/site/site-document.ts';

export type ContactEmail = {
  /** The firm's own address, also for reports of vulnerabilities; null until the owner gives one. */
  contactEmail: string | null;
};

/**
 * The first tasks of a new owner, in order, null once all is done or it was dismissed; the pages of which visitors
 * see example text; and if anything was written yet.
 */
export async function listFirstSteps(ctx: Core & MessageDelivery & ContactEmail) {
  const { userId } = requirePermission(ctx, 'manage-site');
  const facts = await readFirstStepFacts(ctx.db, userId);
  const isEdited = (...names: string[]) => names.every((name) => facts.confirmed.includes(name));
  const steps = [
    { id: 'name', isDone: isEdited('general', 'brand') },
    { id: 'contact-email', isDone: ctx.contactEmail !== null },
    { id: 'home', isDone: isEdited('home') },
    { id: 'team', isDone: isEdited('about') },
    { id: 'contact', isDone: isEdited('contact') },
    { id: 'legal', isDone: isEdited('privacy', 'terms', 'cookies') },
    { id: 'post', isDone: facts.has_post },
    { id: 'factor', isDone: facts.has_factor },
    { id: 'email', isDone: ctx.deliversMessages },
    { id: 'backup', isDone: facts.has_backup },
  ] as const;
  return {
    firstSteps: facts.is_dismissed || steps.every(({ isDone }) => isDone) ? null : steps,
    examples: examplesBeside(facts.confirmed),
    hasContent: facts.has_content,
  };
}

export type FirstStep = NonNullable<Awaited<ReturnType<typeof listFirstSteps>>['firstSteps']>[number];

/** Hides the first steps from everybody. @throws forbidden */
export async function dismissFirstSteps(ctx: Core): Promise<void> {
  requirePermission(ctx, 'manage-site');
  await inTransaction(ctx, async ({ db: trx }) => {
    await updateInstallation(trx, { first_steps_dismissed: true });
    await recordActivity(trx, ctx, { action: 'first-steps-dismissed' });
  });
}
