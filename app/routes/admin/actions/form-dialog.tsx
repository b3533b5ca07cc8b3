import { use, useId, useState, type ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { CloseContext, Dialog } from '#app/ui/dialog.tsx';
import { FieldErrorsContext } from '#app/ui/field.tsx';
import { useAction } from './use-action.ts';

type FormDialogProps<Value> = {
  title: string;
  submit: string;
  variant?: 'primary' | 'danger';
  intent: string;
  /** Hidden fields; a list is a field for each of its values. */
  fields?: Readonly<Record<string, string | readonly string[]>>;
  /** The screen whose action is asked; default: the one shown. */
  action?: string;
  isQuestion?: boolean;
  isDisabled?: boolean;
  isUpload?: boolean;
  noValidate?: boolean;
  /** The dialog in its place when it is done, such as one that shows a new secret. */
  answer?: (value: Value) => ReactNode;
  children: ReactNode;
};

/** A form of the screen in a dialog. Stays open while something is wrong; closes when it is done, or its subject is gone. */
export function FormDialog<Value = unknown>({
  title,
  submit,
  variant = 'primary',
  intent,
  fields = {},
  action,
  isQuestion = false,
  isDisabled = false,
  isUpload = false,
  noValidate = false,
  answer,
  children,
}: FormDialogProps<Value>) {
  const id = useId();
  const close = use(CloseContext);
  const [answered, setAnswered] = useState<ReactNode>(null);
  const { Form, isBusy, fieldErrors } = useAction<Value>({
    onDone: (value) => {
      const next = value === null ? null : answer?.(value);
      if (next) setAnswered(next);
      else close();
    },
    onStale: close,
  });
  if (answered !== null) return answered;
  const submits = { type: 'submit', form: id, disabled: isDisabled, pending: isBusy } as const;
  return (
    <Dialog
      title={title}
      isQuestion={isQuestion}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button {...submits} variant={variant}>
            {submit}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        {...(action === undefined ? {} : { action })}
        {...(isUpload ? { encType: 'multipart/form-data' as const } : {})}
        noValidate={noValidate}
        className="grid gap-3 text-ink"
        onSubmit={(event) => {
          if (isBusy || isDisabled) event.preventDefault();
        }}
      >
        {Object.entries({ intent, ...fields }).map(([name, value]) =>
          [value].flat().map((one) => <input key={name + one} type="hidden" name={name} value={one} />),
        )}
        <FieldErrorsContext value={fieldErrors}>{children}</FieldErrorsContext>
      </Form>
    </Dialog>
  );
}
