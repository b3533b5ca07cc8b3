import { data } from 'react-router';

import type { Route } from './+types/make-term';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { formFields } from '#app/http/form-fields.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';

export type TermKind = 'category' | 'tag';

/** What became of a category or tag made beside a post. */
export type TermOutcome =
  | { made: { id: string; name: string }; sentence: null }
  | { made: null; sentence: string };

const failures: Record<TermKind, string> = {
  category: 'Failed to save category.',
  tag: 'Failed to save tag.',
};

export async function action({ request, context }: Route.ActionArgs) {
  const fields = formFields(await request.formData());
  const kind = fields['kind'] === 'category' ? 'category' : 'tag';
  const make = kind === 'category' ? createCategory : createTag;
  try {
    const { id, name } = await make(context.get(domainContext), { name: fields['name'] });
    return data<TermOutcome>({ made: { id, name }, sentence: null });
  } catch (error) {
    const { status, sentence } = failureOf(error, failures[kind], context);
    return data<TermOutcome>({ made: null, sentence }, { status });
  }
}

/** A failure is an answer, not an error of the form that asked. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const kind = (await request.clone().formData()).get('kind') === 'category' ? 'category' : 'tag';
  try {
    return await serverAction();
  } catch {
    return { made: null, sentence: failures[kind] } satisfies TermOutcome;
  }
}
