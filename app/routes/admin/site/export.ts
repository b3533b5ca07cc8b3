import { download } from '#app/http/download.ts';
import { exportContent } from '#domain/exports/export-content.ts';
import { fileLoader } from '../actions/screen-loader.ts';

/** The content as a zip archive: `?drafts` with those. */
export const loader = fileLoader('Failed to export the content.', async (domain, { url }) => {
  const archive = await exportContent(domain, { withDrafts: url.searchParams.has('drafts') });
  return download(`content-${domain.now().toISOString().slice(0, 10)}.zip`, 'application/zip', archive);
});
