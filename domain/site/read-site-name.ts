import type { Database } from '#db/client.ts';
import { findSiteDocument } from '#db/queries/site-documents.ts';
import { valuesFrom } from './document-values.ts';

/** The public name of the site, for processes that do not keep its words in memory. */
export async function readSiteName(db: Database): Promise<string> {
  const { name } = valuesFrom('general', (await findSiteDocument(db, 'general'))?.published ?? {});
  return String(name);
}
