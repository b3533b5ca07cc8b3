import type { CaseResult } from '#db/column-types.ts';
import { parseJson } from '#domain/fields/parse-json.ts';

export type { CaseResult };

/** A case study has no results, or from two to four. Characters of the parts of one. */
export const resultLimits = { least: 2, most: 4, figure: 20, label: 120 };

/** Results as the control of a form has them; '' for none. */
export function writtenResults(results: readonly CaseResult[]): string {
  return results.length === 0 ? '' : JSON.stringify(results.map(({ figure, label }) => ({ figure, label })));
}

/** The opposite; none for a text that holds no results. */
export function readResults(text: string): CaseResult[] {
  const parsed = parseResults(text);
  return Array.isArray(parsed) ? parsed.filter(isResult) : [];
}

/** What a form sent, not checked; null for a text that is no JSON. */
export function parseResults(text: string): unknown {
  return text === '' ? [] : parseJson(text);
}

function isResult(value: unknown): value is CaseResult {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'figure' in value &&
    'label' in value &&
    [value.figure, value.label].every((part) => typeof part === 'string')
  );
}
