import { z } from 'zod';

import type { CaseResult } from '#db/column-types.ts';
import { optionalLine, plainText } from '#domain/text/fields.ts';

export type { CaseResult };

/** A case study has no results, or from two to four. Characters of the parts of one. */
export const resultLimits = { least: 2, most: 4, figure: 20, label: 120 };

const result = z
  .object({
    figure: optionalLine('The figure of a result', resultLimits.figure),
    label: optionalLine('The label of a result', resultLimits.label),
  })
  .transform(({ figure, label }): CaseResult => ({ figure: figure ?? '', label: label ?? '' }));

/**
 * Results as a form sends them: JSON of an array of `{ figure, label }`. Those without both are left out, and one that has
 * a part stays, because a draft may lack the other.
 */
export const caseResults = plainText
  .nullish()
  .transform((text) => parsed(text ?? ''))
  .pipe(
    z
      .array(result, 'Please enter the results again.')
      .max(resultLimits.most, `A case study can have at most ${resultLimits.most} results.`),
  )
  .transform((results) => results.filter(({ figure, label }) => figure !== '' || label !== ''));

/** As they are stored in a revision. */
export const storedResults = z.array(z.object({ figure: z.string(), label: z.string() })).catch([]);

/** Results as the control of a form has them; '' for none. */
export function writtenResults(results: readonly CaseResult[]): string {
  return results.length === 0 ? '' : JSON.stringify(results.map(({ figure, label }) => ({ figure, label })));
}

/** The opposite; none for a text that holds no results. */
export function readResults(text: string): CaseResult[] {
  return storedResults.parse(parsed(text));
}

function parsed(text: string): unknown {
  if (text === '') return [];
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
