import type { Database } from '#db/client.ts';
import { listRedirectRules } from '#db/queries/redirect-rules.ts';
import type { RedirectRule } from './rule.ts';
import { ruleOf } from './stored-rule.ts';

/** Every rule, for the memory of a process. */
export async function loadRules(db: Database): Promise<(RedirectRule & { id: string })[]> {
  return (await listRedirectRules(db)).map(ruleOf);
}
