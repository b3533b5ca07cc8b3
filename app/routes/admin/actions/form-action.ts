import { data, type RouterContextProvider } from 'react-router';

import type { DomainContext } from '#domain/context.ts';
import { textFields } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import type { Toast } from '#app/ui/toaster.tsx';
import {
  failureMessage,
  intentOf,
  unknownAction,
  type ActionResult,
  type FailureMessages,
} from './action-result.ts';

type Context = Readonly<RouterContextProvider>;

/** What an action may need beside the text fields of its form. */
export type FormRequest<Params> = { form: FormData; params: Params; request: Request; context: Context };

/** What became of an action that succeeded. */
export type Done = {
  /** The toast; null where the screen shows the change itself. A text gets the title Success. */
  done: Toast | string | null;
  /** What the browser needs of the result. */
  send?: unknown;
  headers?: Headers;
};

/** May throw a redirect. `fields`: the last value of each text field. */
type Run<Params, Result> = (
  ctx: DomainContext,
  fields: Record<string, string>,
  more: FormRequest<Params>,
) => Promise<Result>;

/** A verb and the text after its success; or a function, where the text depends on the result. */
export type FormVerb<Params> = { run: Run<Params, unknown>; done: Done['done'] } | Run<Params, Done>;

/**
 * The action of a screen: finds what the form asks for, runs it, and answers with an `ActionResult` under the status of
 * the error, if there was one.
 *
 * @param failures by intent; `formClientAction` takes the same
 * @param verbs by intent
 * @param options.listItems how many values the lists of the form may have together
 */
export function formAction<Intent extends string, Params = unknown>(
  failures: FailureMessages<Intent>,
  verbs: Readonly<Record<Intent, FormVerb<Params>>>,
  options: { listItems?: number } = {},
) {
  return async ({ request, params, context }: { request: Request; params: Params; context: Context }) => {
    const form = await readForm(request, options.listItems);
    const intent = intentOf(failures, form);
    if (intent === null) return data(failed(400, unknownAction), { status: 400 });
    const fields = textFields(form);
    delete fields['intent'];
    const verb = verbs[intent];
    const ctx = context.get(domainContext);
    const more = { form, params, request, context };
    try {
      if (typeof verb === 'function') return succeeded(await verb(ctx, fields, more));
      await verb.run(ctx, fields, more);
      return succeeded(verb);
    } catch (error) {
      const { message, fieldErrors, ...init } = failureOf(error, failureMessage(failures, form), context);
      return data(failed(init.status, message, fieldErrors), init);
    }
  };
}

function succeeded({ done, send, headers }: Done) {
  const toast = typeof done === 'string' ? { title: 'Success', text: done } : done;
  return data<ActionResult>({ ok: true, toast, value: send ?? null }, { headers: headers ?? new Headers() });
}

function failed(status: number, message: string, fieldErrors = {}): ActionResult {
  return { ok: false, status, message, fieldErrors };
}
