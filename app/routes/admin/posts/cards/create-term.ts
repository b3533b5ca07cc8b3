import { data, type RouterContextProvider } from 'react-router';

import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import { termFailures, type TermOutcome } from './term-outcome.ts';

/** Makes what the form of a post asks for with `intent` make-term, a `kind` and a `name`. */
export async function makeTerm(context: Readonly<RouterContextProvider>, fields: Record<string, unknown>) {
  const kind = fields['kind'] === 'category' ? 'category' : 'tag';
  const make = kind === 'category' ? createCategory : createTag;
  try {
    const { id, name } = await make(context.get(domainContext), { name: fields['name'] });
    return data<TermOutcome>({ made: { id, name }, message: null });
  } catch (error) {
    const { status, message } = failureOf(error, termFailures[kind], context);
    return data<TermOutcome>({ made: null, message }, { status });
  }
}
