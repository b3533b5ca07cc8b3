import { data, type RouterContextProvider } from 'react-router';

import { invalid } from '#domain/errors.ts';
import type { DomainContext } from '#domain/context.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { deleteTerm } from '#domain/taxonomy/delete-term.ts';
import { listTerms } from '#domain/taxonomy/list-terms.ts';
import { mergeTerms } from '#domain/taxonomy/merge-terms.ts';
import type { TermKind } from '#domain/taxonomy/term.ts';
import { updateTerm } from '#domain/taxonomy/update-term.ts';
import { formFields, textField } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import type { Toast } from '#app/ui/toaster.tsx';
import { shortDay } from '../dates.ts';
import { readTermListQuery } from './term-list-query.ts';
import { failureMessage, mergedToast, savedToast, termWords, type TermOutcome } from './term-messages.ts';

type Context = Readonly<RouterContextProvider>;

/** The loader of both screens. */
export async function loadTerms(kind: TermKind, url: URL, context: Context) {
  const domain = context.get(domainContext);
  try {
    const { items, ...page } = await listTerms(domain, kind, readTermListQuery(url.searchParams));
    return {
      ...page,
      terms: items.map(({ createdAt, ...term }) => ({
        ...term,
        created: shortDay(createdAt, domain.timeZone),
      })),
    };
  } catch (error) {
    throw refusal(error, termWords[kind].loadFailure, context);
  }
}

/** The action of both screens. */
export async function handleTermForm(kind: TermKind, request: Request, context: Context) {
  const form = await readForm(request);
  try {
    const toast = await runTermAction(context.get(domainContext), kind, form);
    return data<TermOutcome>({ ok: true, toast });
  } catch (error) {
    const { status, message } = failureOf(error, failureMessage(kind, textField(form, 'intent')), context);
    return data<TermOutcome>({ ok: false, message, isStale: status === 404 }, { status });
  }
}

async function runTermAction(ctx: DomainContext, kind: TermKind, form: FormData): Promise<Toast> {
  const { intent, ...fields } = formFields(form);
  const id = textField(form, 'id');
  switch (intent) {
    case 'create':
      await createTerm(ctx, kind, fields);
      return savedToast(kind, 'created');
    case 'update':
      await updateTerm(ctx, kind, id, fields);
      return savedToast(kind, 'updated');
    case 'delete':
      await deleteTerm(ctx, kind, id);
      return savedToast(kind, 'deleted');
    case 'merge':
      return mergedToast(await mergeTerms(ctx, kind, { id, intoId: textField(form, 'intoId') }));
    default:
      throw invalid('Please choose what to do.');
  }
}
