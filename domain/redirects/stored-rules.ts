import type { Database } from '#db/client.ts';
import { listRedirectRules, type RedirectRuleRow } from '#db/queries/redirect-rules.ts';
import type { RedirectRule } from './rule.ts';

type StoredRule = Pick<RedirectRuleRow, 'source' | 'is_prefix' | 'status' | 'target'>;

export function ruleOf<Row extends StoredRule>({ is_prefix, ...row }: Row) {
  return { ...row, isPrefix: is_prefix };
}

export function storedRule({ source, isPrefix, status, target }: RedirectRule): StoredRule {
  return { source, is_prefix: isPrefix, status, target };
}

/** Every rule, for the memory of a process. */
export async function loadRules(db: Database): Promise<(RedirectRule & { id: string })[]> {
  return (await listRedirectRules(db)).map(ruleOf);
}
