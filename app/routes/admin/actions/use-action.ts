import { useContext, useEffect, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';

import type { FieldErrors } from '#domain/errors.ts';
import { useToast } from '#app/ui/toaster.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import type { ActionResult } from './action-result.ts';
import { ProofContext } from './proof-context.ts';

/** The status of an action that needs a fresh proof. */
const unproved = 428;

const noFieldErrors: FieldErrors = {};

/**
 * Sends a form of the screen to its `formAction` and shows the result in a toast, once. Where the action needs a fresh
 * proof of who the user is, asks for it and sends the form again.
 *
 * @param options.onDone after success, with what the action sent for the browser
 * @param options.onStale what the form is about is gone or was changed by another user; the screen is reloaded
 * @param options.onSettled after any result, after the others
 * @param options.isQuiet no toasts: the screen shows the result itself
 */
export function useAction<Value = unknown>({
  onDone,
  onStale,
  onSettled,
  isQuiet = false,
}: {
  onDone?: (value: Value | null) => void;
  onStale?: () => void;
  onSettled?: (result: ActionResult<Value>) => void;
  isQuiet?: boolean;
} = {}) {
  const { Form, submit, state, data, formData, formAction } = useFetcher<ActionResult<Value>>();
  const sent = useRef<{ form: FormData; action: string }>(undefined);
  const askForProof = useContext(ProofContext);
  const showToast = useToast();
  const { revalidate } = useRevalidator();
  const result = data as ActionResult<Value> | undefined;
  const isBusy = state !== 'idle';

  useEffect(() => {
    if (formData && formAction) sent.current = { form: formData, action: formAction };
  }, [formData, formAction]);

  useArrival(result, (arrived) => {
    const last = sent.current;
    if (!arrived.ok && arrived.status === unproved && askForProof && last) {
      askForProof(() => void submit(last.form, { method: 'post', action: last.action }));
      return;
    }
    const toast = arrived.ok
      ? arrived.toast
      : { title: 'Error', text: arrived.message, tone: 'error' as const };
    if (toast && !isQuiet) showToast(toast);
    if (arrived.ok) onDone?.(arrived.value);
    else if (onStale && isStale(arrived.status)) {
      void revalidate();
      onStale();
    }
    onSettled?.(arrived);
  });

  return {
    Form,
    submit,
    isBusy,
    result,
    fieldErrors: result && !result.ok && !isBusy ? result.fieldErrors : noFieldErrors,
  };
}

/** Not found, or in conflict with what is stored. */
function isStale(status: number): boolean {
  return status === 404 || status === 409;
}

/** Calls `onArrival` once for each result, with its newest version. */
function useArrival<Result extends object>(result: Result | undefined, onArrival: (result: Result) => void) {
  const seen = useRef<Result>(undefined);
  const latest = useLatest(onArrival);
  useEffect(() => {
    if (result === undefined || seen.current === result) return;
    seen.current = result;
    latest.current(result);
  }, [result, latest]);
}
