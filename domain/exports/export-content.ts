import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { requirePermission } from '#domain/actor.ts';
import { exportSite } from './export-site.ts';

/** The content of the site as a zip archive, written while it is read. @throws forbidden for editors */
export async function exportContent(
  ctx: DomainContext,
  options: { withDrafts: boolean },
): Promise<AsyncIterable<Uint8Array>> {
  requirePermission(ctx, 'manage-site');
  await recordActivity(ctx.db, ctx, { action: 'content-exported' });
  return ctx.writeArchive(exportSite(ctx.db, options));
}
