import { kinds } from '#domain/core/kinds.ts';
import { resultLimits } from './case-results.ts';
import { fieldNames, hasField, postFields, type FieldName, type FieldValues } from './post-fields.ts';

type Publishable = Pick<FieldValues, 'kind' | 'client' | 'results' | 'quote' | 'quoteName' | 'quoteRole'>;

/** Why a post cannot be published as it is, by field. Pure. */
export function publishingProblems(post: Publishable): Partial<Record<FieldName, string>> {
  const { kind, results, quote, quoteName, quoteRole } = post;
  const isEmpty = (name: FieldName) => name in post && !Reflect.get(post, name);
  const missing = fieldNames.flatMap((name) => {
    const field = postFields[name];
    return 'missing' in field && hasField(kind, name) && isEmpty(name) ? [[name, field.missing]] : [];
  });
  if (missing.length > 0) return Object.fromEntries(missing);
  if (!hasField(kind, 'results')) return {};
  if (results.some(({ figure, label }) => figure === '' || label === ''))
    return { results: 'Please enter a figure and a label for each result.' };
  if (results.length > 0 && results.length < resultLimits.least)
    return { results: `A ${kinds[kind].noun} has at least ${resultLimits.least} results, or none.` };
  if (quote !== null && quoteName === null) return { quoteName: 'Please enter who said it.' };
  if (quote === null && (quoteName ?? quoteRole) !== null) return { quote: 'Please enter the quote.' };
  return {};
}
