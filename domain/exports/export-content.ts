import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import type { ArchiveWriter } from './exported-file.ts';

/** The content of the site as a zip archive, written while it is read. @throws forbidden for editors */
export async function exportContent(
  ctx: Core & ArchiveWriter,
  options: { withDrafts: boolean },
): Promise<AsyncIterable<Uint8Array>> {
  requirePermission(ctx, 'manage-site');
  // Loaded at its first use: a start has no need of it.
  const { exportSite } = await import('./export-site.ts');
  await recordActivity(ctx.db, ctx, { action: 'content-exported' });
  return ctx.writeArchive(exportSite(ctx.db, options));
}
