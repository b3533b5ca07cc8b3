import type { ReactNode } from 'react';

import { honeypotField } from '#domain/messages/message-input.ts';
import type { FormResult } from './form-result.ts';

type Field = {
  name: string;
  label: string;
  result: FormResult | undefined;
  maxLength: number;
  optional?: boolean;
};

/** Attributes that all controls share: last value, error state and the id of the error. */
function controlOf({ name, result, optional = false }: Omit<Field, 'label' | 'maxLength'>) {
  const rejected = result?.stored === false ? result : null;
  const error = rejected?.errors[name];
  const isFirst = error !== undefined && Object.keys(rejected?.errors ?? {})[0] === name;
  return {
    error,
    control: {
      id: name,
      name,
      required: !optional,
      defaultValue: rejected?.typed[name] ?? '',
      'aria-invalid': error !== undefined || undefined,
      'aria-describedby': error && `${name}-error`,
      autoFocus: isFirst || undefined,
    },
  };
}

/** A single-line text field. */
export function TextField({
  type = 'text',
  autoComplete,
  ...field
}: Field & { type?: 'text' | 'email' | 'tel'; autoComplete?: string }) {
  const { control, error } = controlOf(field);
  return (
    <Frame field={field} error={error}>
      <input type={type} autoComplete={autoComplete} maxLength={field.maxLength} {...control} />
    </Frame>
  );
}

export function EmailField(field: Pick<Field, 'result' | 'maxLength'>) {
  return <TextField {...field} name="email" label="Email" type="email" autoComplete="email" />;
}

/** A multi-line text field. */
export function TextAreaField({ rows, ...field }: Field & { rows: number }) {
  const { control, error } = controlOf(field);
  return (
    <Frame field={field} error={error}>
      <textarea rows={rows} maxLength={field.maxLength} {...control} />
    </Frame>
  );
}

export function SelectField({
  options,
  placeholder,
  ...field
}: Omit<Field, 'maxLength'> & { options: readonly { value: string; label: string }[]; placeholder: string }) {
  const { control, error } = controlOf(field);
  return (
    <Frame field={field} error={error}>
      <select {...control}>
        <option value="" disabled>
          {placeholder}
        </option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

function Frame({
  field: { name, label, optional },
  error,
  children,
}: {
  field: Omit<Field, 'maxLength'>;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {optional && <span className="note">optional</span>}
      {children}
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The result of submitting the form, focused on load so that screen readers announce it. */
export function FormNotice({
  result,
  success,
  next,
}: {
  result: FormResult | undefined;
  success: string;
  /** What happens next. */
  next?: string;
}) {
  if (result?.stored) {
    return (
      <div className="notice ok" role="status" tabIndex={-1} autoFocus>
        <p>{success}</p>
        {next !== undefined && <p>{next}</p>}
      </div>
    );
  }
  if (typeof result?.message === 'string') {
    return (
      <div className="notice" role="alert" tabIndex={-1} autoFocus>
        <p>{result.message}</p>
      </div>
    );
  }
  return null;
}

/**
 * Fields that visitors do not see: a honeypot that password managers skip, and values that the script fills in (seconds
 * until submission, page, source, campaign, last post). Known values are kept when the form is shown again.
 */
export function HiddenFields({ result }: { result: FormResult | undefined }) {
  const typed = result?.stored === false ? result.typed : {};
  return (
    <>
      <div className="off-screen" aria-hidden="true">
        <label>
          Website
          <input
            name={honeypotField}
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore
            data-bwignore
            data-lpignore="true"
          />
        </label>
      </div>
      <input type="hidden" name="elapsed" />
      <input type="hidden" name="page" defaultValue={typed['page']} />
      <input type="hidden" name="source" defaultValue={typed['source']} />
      <input type="hidden" name="campaign" defaultValue={typed['campaign']} />
      <input type="hidden" name="post" defaultValue={typed['post']} />
    </>
  );
}
