import type { FieldErrors } from '#domain/core/errors.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { textField } from '#app/http/form-fields.ts';
import type { Toast } from '#app/ui/toaster.tsx';

/** The result of a form of the admin: the answer of its action, or of the browser where no answer came. */
export type ActionResult<Value = unknown, Details = unknown> = ActionSuccess<Value> | ActionFailure<Details>;

type ActionSuccess<Value = unknown> = {
  ok: true;
  toast: Toast | null;
  value: Value | null;
  typed: TypedFields;
  undo?: UndoForm | null;
};

export type UndoForm = { action: string; fields: Readonly<Record<string, string | readonly string[]>> };

export type ActionFailure<Details = unknown> = {
  ok: false;
  /** HTTP status; 503 where the server could not be reached. */
  status: number;
  /**
   * The part that failed: the action itself; the request before it reached the action (the guard, a limit, a proxy); or
   * there was no answer in time, or no connection.
   */
  failedAt: 'action' | 'request' | 'timeout' | 'connection';
  message: string;
  fieldErrors: FieldErrors;
  /** Data that the screen needs to continue after this error, where the action sends it. */
  details: Details | null;
  typed: TypedFields;
};

/** The fields of the form that `FormOptions.echo` names, to show them again. */
export type TypedFields = Readonly<Partial<Record<string, string>>>;

/**
 * The message when an action of a screen fails and the error has no words of its own: one message for all of them, or
 * one for each by the form's field `intent`.
 */
export type FailureMessages<Intent extends string = string> =
  | string
  | Readonly<Record<Intent, string | ((form: FormData) => string)>>;

export type FormOptions<Intent extends string = string> = {
  /** The action of a form without `intent`, where a screen has several. */
  defaultIntent?: NoInfer<Intent>;
  /** Fields that the result repeats, for a form that works without script. Never a password. */
  echo?: readonly string[];
};

/** Which action a form asks for; null when the screen has no such action. A single one needs no `intent`. */
export function intentOf<Intent extends string>(
  actions: Readonly<Record<Intent, unknown>>,
  form: FormData,
  { defaultIntent }: FormOptions<Intent> = {},
): Intent | null {
  const intent = textField(form, 'intent');
  if (isKeyOf(actions, intent)) return intent;
  if (intent !== '') return null;
  if (defaultIntent !== undefined) return defaultIntent;
  const [only, ...others] = Object.keys(actions);
  return others.length === 0 && only !== undefined && isKeyOf(actions, only) ? only : null;
}

/** The message when an action failed and the error has no words of its own. */
export function failureMessage<Intent extends string>(
  failures: FailureMessages<Intent>,
  form: FormData,
  options: FormOptions<Intent> = {},
): string {
  if (typeof failures === 'string') return failures;
  const intent = intentOf(failures, form, options);
  const message = intent === null ? undefined : failures[intent];
  return typeof message === 'function' ? message(form) : (message ?? unknownAction);
}

/** The fields of the form that the result repeats. */
export function typedFields(form: FormData, { echo = [] }: Pick<FormOptions, 'echo'>): TypedFields {
  return Object.fromEntries(echo.map((name) => [name, textField(form, name)]));
}

export const unknownAction = 'This page is out of date. Reload it and try again.';
