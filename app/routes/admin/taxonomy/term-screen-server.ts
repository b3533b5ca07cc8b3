import { createTerm } from '#domain/taxonomy/create-term.ts';
import { deleteTerm } from '#domain/taxonomy/delete-term.ts';
import { listTerms } from '#domain/taxonomy/list-terms.ts';
import { mergeTerms } from '#domain/taxonomy/merge-terms.ts';
import type { TermKind } from '#domain/taxonomy/term.ts';
import { updateTerm } from '#domain/taxonomy/update-term.ts';
import { formAction, onRow } from '../actions/form-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { readListQuery } from '../list/list-address.ts';
import { termFailures, termOrders, termWords } from './term-messages.ts';

/** The loader of each of the screens. */
export function termLoader(kind: TermKind) {
  return screenLoader(async (domain, { url }) => ({
    kind,
    ...(await listTerms(domain, kind, readListQuery(url.searchParams, termOrders))),
  }));
}

/** The action of each. */
export function termAction(kind: TermKind) {
  const { title } = termWords[kind];
  return formAction(termFailures(kind), {
    create: { run: (ctx, fields) => createTerm(ctx, kind, fields), done: `${title} created successfully.` },
    update: onRow((ctx, id, fields) => updateTerm(ctx, kind, id, fields), `${title} updated successfully.`),
    delete: onRow((ctx, id) => deleteTerm(ctx, kind, id), `${title} deleted successfully.`),
    merge: async (ctx, { id = '', intoId = '' }) => {
      const { name, into } = await mergeTerms(ctx, kind, { id, intoId });
      return { done: `"${name}" was merged into "${into}".` };
    },
  });
}
