import { createContext, createElement, useCallback, useContext, type ComponentProps } from 'react';
import { useFetcher, useRevalidator, type FetcherSubmitOptions } from 'react-router';

import type { FieldErrors } from '#domain/core/errors.ts';
import { useToast } from '#app/ui/toaster.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import type { ActionResult, UndoForm } from './action-result.ts';
import { expectAnswer } from './answers.ts';

/** The status of what needs a fresh proof. */
export const unproved = 428;

/** Asks the user to prove who they are, then calls `retry`. Set by the frame. */
export const ProofContext = createContext<(retry: () => void) => void>(() => {});

/** Undoes an action, whatever screen is shown by then. Set by the frame. */
export const UndoContext = createContext<(form: UndoForm) => void>(() => {});

const noFieldErrors: FieldErrors = {};

/**
 * Sends a form of the screen to its `formAction` and shows the result in a toast, once, with Undo where the action offers it. When the subject of the form is
 * gone or was changed by another user, the screen is loaded again. Where the action needs a fresh proof of who the user
 * is, asks for it and sends the form again.
 *
 * @param options.onDone after success, with what the action sent for the browser
 * @param options.onStale after the subject of the form turned out to be gone or changed
 * @param options.onSettled after any result, after the others
 * @param options.isQuiet no toasts and no reload: the screen shows the result itself
 */
export function useAction<Value = unknown, Details = unknown>({
  onDone,
  onStale,
  onSettled,
  isQuiet = false,
}: {
  onDone?: (value: Value | null) => void;
  onStale?: () => void;
  onSettled?: (result: ActionResult<Value, Details>) => void;
  isQuiet?: boolean;
} = {}) {
  const fetcher = useFetcher<ActionResult<Value, Details>>();
  const { Form: FetcherForm, submit: submitForm, state, data, formData } = fetcher;
  const askForProof = useContext(ProofContext);
  const undo = useContext(UndoContext);
  const showToast = useToast();
  const { revalidate } = useRevalidator();
  const result = data as ActionResult<Value, Details> | undefined;
  const isBusy = state !== 'idle';

  const latest = useLatest((arrived: ActionResult<Value, Details>, sendAgain: () => void) => {
    if (!arrived.ok && arrived.status === unproved) {
      askForProof(sendAgain);
      return;
    }
    const toast = arrived.ok ? arrived.toast : { text: arrived.message, tone: 'error' as const };
    const undoForm = arrived.ok ? arrived.undo : null;
    const offer = undoForm ? { label: 'Undo', run: () => undo(undoForm) } : null;
    if (toast && !isQuiet) showToast(toast, offer);
    if (arrived.ok) onDone?.(arrived.value);
    else if (arrived.status === 404 || arrived.status === 409) {
      if (!isQuiet) void revalidate();
      onStale?.();
    }
    onSettled?.(arrived);
  });

  const submit = useCallback(
    function send(fields: FormData | Fields, options: FetcherSubmitOptions = {}): Promise<void> {
      const form = fields instanceof FormData ? fields : formOf(fields);
      expectAnswer<ActionResult<Value, Details>>(form, (arrived) =>
        latest.current(arrived, () => void send(form, options)),
      );
      return submitForm(form, { method: 'post', ...options });
    },
    [latest, submitForm],
  );
  const Form = useCallback(
    ({ onSubmit, ...props }: ComponentProps<typeof FetcherForm>) =>
      createElement(FetcherForm, {
        method: 'post',
        ...props,
        onSubmit: (event) => {
          onSubmit?.(event);
          if (event.defaultPrevented) return;
          event.preventDefault();
          const { action, encType } = props;
          void submit(new FormData(event.currentTarget), {
            ...(action !== undefined && { action }),
            ...(encType !== undefined && { encType }),
          });
        },
      }),
    [FetcherForm, submit],
  );

  return {
    Form,
    submit,
    isBusy,
    formData,
    result,
    fieldErrors: result && !result.ok && !isBusy ? result.fieldErrors : noFieldErrors,
  };
}

/** A list is a field for each of its values. */
type Fields = Readonly<Record<string, string | readonly string[]>>;

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : value) form.append(name, one);
  }
  return form;
}
