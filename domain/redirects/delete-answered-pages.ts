import type { Database } from '#db/client.ts';
import { deleteMissingPages, listMissingPaths } from '#db/queries/missing-pages.ts';
import type { RedirectRule } from './rule.ts';
import { createRuleIndex } from './rule-index.ts';

/** Addresses that a new rule answers are missing no longer. */
export async function deleteAnsweredPages(
  { db }: { db: Database },
  rules: readonly RedirectRule[],
): Promise<void> {
  const index = createRuleIndex(rules);
  const answered = (await listMissingPaths(db)).filter((path) => index.find(path) !== undefined);
  if (answered.length > 0) await deleteMissingPages(db, answered);
}
