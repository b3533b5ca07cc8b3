import type { FieldErrors } from '#domain/errors.ts';
import { textField } from '#app/http/form-fields.ts';
import type { Toast } from '#app/ui/toaster.tsx';

/** What became of a form of the admin: the answer of its action, or of the browser where no answer came. */
export type ActionResult<Value = unknown> =
  | { ok: true; toast: Toast | null; value: Value | null }
  | {
      ok: false;
      /** HTTP status; 503 where the server could not be reached. */
      status: number;
      message: string;
      /** What is wrong with each field, by its name in the form. */
      fieldErrors: FieldErrors;
    };

/**
 * The actions of a screen by the form's field `intent`, each with the message shown when it fails and the error has no
 * words of its own. A screen with a single action needs no `intent`.
 */
export type FailureMessages<Intent extends string = string> = Readonly<
  Record<Intent, string | ((form: FormData) => string)>
>;

/** Which action a form asks for; null when the screen has no such action. */
export function intentOf<Intent extends string>(
  failures: FailureMessages<Intent>,
  form: FormData,
): Intent | null {
  const intent = textField(form, 'intent');
  if (isIntent(failures, intent)) return intent;
  const [only, ...others] = Object.keys(failures);
  const isOnly = intent === '' && others.length === 0 && only !== undefined;
  return isOnly && isIntent(failures, only) ? only : null;
}

/** What to say when an action failed and the error has no words of its own. */
export function failureMessage(failures: FailureMessages, form: FormData): string {
  const intent = intentOf(failures, form);
  const message = intent === null ? undefined : failures[intent];
  return typeof message === 'function' ? message(form) : (message ?? unknownAction);
}

export const unknownAction = 'This page is out of date. Reload it and try again.';

function isIntent<Intent extends string>(failures: FailureMessages<Intent>, text: string): text is Intent {
  return Object.hasOwn(failures, text);
}
