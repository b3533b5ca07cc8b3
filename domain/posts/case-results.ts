import { parseJson } from '#domain/fields/parse-json.ts';

/** Results of a case study, as "40%" and "less waiting". */
export type CaseResult = { figure: string; label: string };

/** A case study has no results, or from two to four. Characters of the parts of one. */
export const resultLimits = { least: 2, most: 4, figure: 20, label: 120 };

/** Results as the control of a form has them; '' for none. */
export function writtenResults(results: readonly CaseResult[]): string {
  return results.length === 0 ? '' : JSON.stringify(results.map(({ figure, label }) => ({ figure, label })));
}

/** The opposite; undefined for a text that holds no results. */
export function parseResults(text: string): CaseResult[] | undefined {
  const parsed = text === '' ? [] : parseJson(text);
  if (!Array.isArray(parsed)) return undefined;
  return parsed.map((one: unknown) => ({ figure: partOf(one, 'figure'), label: partOf(one, 'label') }));
}

function partOf(result: unknown, name: string): string {
  const part: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, name) : undefined;
  return typeof part === 'string' ? part : '';
}
