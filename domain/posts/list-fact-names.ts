import { listFactNames as selectFactNames } from '#db/queries/case-studies.ts';
import { requirePermission } from '#domain/actor.ts';
import type { Core } from '#domain/context.ts';

export type FactNames = Record<'services' | 'technologies', string[]>;

/** The names that case studies have for services and technologies, the most frequent first. */
export async function listFactNames(ctx: Core): Promise<FactNames> {
  requirePermission(ctx, 'write-drafts');
  const rows = await selectFactNames(ctx.db);
  const of = (fact: keyof FactNames) => rows.filter((row) => row.fact === fact).map(({ name }) => name);
  return { services: of('services'), technologies: of('technologies') };
}
