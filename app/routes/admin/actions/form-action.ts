import { data } from 'react-router';

import { textFields } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext, type DomainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import type { Toast } from '#app/ui/toaster.tsx';
import {
  failureMessage,
  intentOf,
  typedFields,
  unknownAction,
  type ActionFailure,
  type ActionResult,
  type FailureMessages,
  type FormOptions,
  type UndoForm,
} from './action-result.ts';
import { receiverField } from './answers.ts';
import type { ScreenRequest } from './screen-loader.ts';

export type FormRequest<Params = unknown> = ScreenRequest<Params> & { form: FormData };

export type Done = {
  /** The toast; null where the screen shows the change itself. A text is one of success. */
  done: Toast | string | null;
  /** The part of the result that the browser needs. */
  send?: unknown;
  undo?: UndoForm | null;
  headers?: Headers;
};

/** The result of an action that failed without an error of the domain, or with details for the browser. */
export type Refused = { refused: { status: number; message: string; details?: unknown } };

/** May throw a redirect. `fields`: the last value of each text field. */
type Run<Params, Result> = (
  ctx: DomainContext,
  fields: Record<string, string>,
  more: FormRequest<Params>,
) => Promise<Result>;

/** A verb and the text after its success; or a function, where the text depends on the result. */
export type FormVerb<Params = unknown> = VerbWithText<Params> | Run<Params, Done | Refused>;

type VerbWithText<Params> = { run: Run<Params, unknown>; done: Done['done'] };

type Changes = (ctx: DomainContext, id: string, fields: Record<string, string>) => Promise<unknown>;

/** A verb on what the field `id` of the form names. */
export function onRow(run: Changes, done: Done['done']): FormVerb {
  return { run: (ctx, { id = '', ...fields }) => run(ctx, id, fields), done };
}

/** A verb on the subject of the screen, which the address of the screen names. */
export function onSubject(run: Changes, done: Done['done']): FormVerb<{ id: string }> {
  return { run: (ctx, fields, { params: { id } }) => run(ctx, id, fields), done };
}

/**
 * The action of a screen: finds what the form asks for, runs it, and answers with an `ActionResult` under the status of
 * the error, if there was one.
 *
 * @param failures `formClientAction` takes the same
 * @param options.listItems how many values the lists of the form may have together
 * @param options.statuses answered instead of the status of an error, such as `{ 403: 410 }`
 */
export function formAction<Intent extends string, Params = unknown>(
  failures: FailureMessages<Intent>,
  verbs: Readonly<Record<Intent, FormVerb<Params>>>,
  options: FormOptions<Intent> & { listItems?: number; statuses?: Readonly<Record<number, number>> } = {},
) {
  return async (sent: ScreenRequest<Params>) => {
    const { context } = sent;
    const form = await readForm(sent.request, options.listItems);
    const intent = intentOf(verbs, form, options);
    const typed = typedFields(form, options);
    if (intent === null) return failed({ status: 400, message: unknownAction, typed });

    const { intent: _intent, [receiverField]: _receiver, ...fields } = textFields(form);
    const verb: FormVerb<Params> = verbs[intent];
    try {
      const run = typeof verb === 'function' ? verb : withDone(verb);
      const result = await run(context.get(domainContext), fields, { ...sent, form });
      if ('refused' in result) return failed({ typed, ...result.refused });
      const { done, send = null, undo = null, headers = new Headers() } = result;
      const toast = typeof done === 'string' ? { text: done } : done;
      // An explicit status: without script the page is loaded with the answer, and a used link loads as 410.
      return data<ActionResult>({ ok: true, toast, value: send, typed, undo }, { status: 200, headers });
    } catch (error) {
      const { headers, ...failure } = failureOf(error, failureMessage(failures, form, options), context);
      const status = options.statuses?.[failure.status] ?? failure.status;
      return failed({ typed, ...failure, status }, headers);
    }
  };
}

function withDone<Params>({ run, done }: VerbWithText<Params>): Run<Params, Done | Refused> {
  return async (...sent) => {
    await run(...sent);
    return { done };
  };
}

function failed(
  failure: Partial<ActionFailure> & Pick<ActionFailure, 'status' | 'message' | 'typed'>,
  headers: HeadersInit = {},
) {
  return data<ActionResult>(
    { ok: false, failedAt: 'action', fieldErrors: {}, details: null, ...failure },
    { status: failure.status, headers },
  );
}
