import { z } from 'zod';

import type { CaseResult } from '#db/column-types.ts';
import { optionalLine, plainText } from '#domain/fields/fields.ts';
import { parseResults, resultLimits } from './case-results.ts';

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
  .transform((text) => parseResults(text ?? ''))
  .pipe(
    z
      .array(result, 'Please enter the results again.')
      .max(resultLimits.most, `A case study can have at most ${resultLimits.most} results.`),
  )
  .transform((results) => results.filter(({ figure, label }) => figure !== '' || label !== ''));

/** As they are stored in a revision. */
export const storedResults = z.array(z.object({ figure: z.string(), label: z.string() })).catch([]);
