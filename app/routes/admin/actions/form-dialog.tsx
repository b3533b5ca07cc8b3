import { useId, type ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
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
  /** The form has a file. */
  isUpload?: boolean;
  noValidate?: boolean;
  onClose: () => void;
  onDone?: (value: Value | null) => void;
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
  onClose,
  onDone,
  children,
}: FormDialogProps<Value>) {
  const id = useId();
  const { Form, isBusy, fieldErrors } = useAction<Value>({
    onDone: (value) => {
      onClose();
      onDone?.(value);
    },
    onStale: onClose,
  });
  const submits = { type: 'submit', form: id, disabled: isDisabled, pending: isBusy } as const;
  return (
    <Dialog
      title={title}
      isQuestion={isQuestion}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button {...submits} variant={variant}>
            {submit}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        method="post"
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
