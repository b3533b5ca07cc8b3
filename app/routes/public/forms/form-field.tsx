import { createContext, use, type ReactNode } from 'react';

import { honeypotField, honeypotLabel } from '#domain/analytics/form-signs.ts';
// oxlint-disable-next-line import/default -- the rule reads forms.ts; `?worker&url` makes it the address of a script bundled on its own
import script from '../script/forms.ts?worker&url';
import type { FormResult } from './form-result.ts';

/** The result of the form that was sent; the fields show their errors and what was typed. */
const SentForm = createContext<FormResult | undefined>(undefined);

/** A form of a public page with its messages. The script of the page sends it without leaving the page. */
export function VisitorForm({
  action,
  submit,
  busy,
  failure,
  result,
  success,
  next,
  hint,
  children,
}: {
  action: string;
  /** The words of its button, and those while it is sent. */
  submit: string;
  busy: string;
  failure: string;
  result: FormResult | undefined;
  success: string;
  next?: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <form
        method="post"
        encType="multipart/form-data"
        // The answer has its messages beside the fields, where the browser would show one at a time.
        noValidate
        action={action}
        data-busy={busy}
        data-failure={failure}
      >
        <SentForm value={result}>
          <FormNotice success={success} next={next} />
          {children}
          <HiddenFields />
        </SentForm>
        <button className="button" type="submit">
          {submit}
        </button>
        {hint}
      </form>
      <script type="module" src={script} fetchPriority="low" />
    </>
  );
}

type Field = { name: string; label: string; maxLength: number; optional?: boolean };

/** A single-line text field. */
export function TextField({
  type = 'text',
  autoComplete,
  ...field
}: Field & { type?: 'text' | 'email' | 'tel'; autoComplete?: string }) {
  return (
    <Frame field={field}>
      {(control) => (
        <input type={type} autoComplete={autoComplete} maxLength={field.maxLength} {...control} />
      )}
    </Frame>
  );
}

export function EmailField({ maxLength }: Pick<Field, 'maxLength'>) {
  return <TextField name="email" label="Email" type="email" autoComplete="email" maxLength={maxLength} />;
}

/** A multi-line text field. */
export function TextAreaField({ rows, ...field }: Field & { rows: number }) {
  return (
    <Frame field={field}>
      {(control) => <textarea rows={rows} maxLength={field.maxLength} {...control} />}
    </Frame>
  );
}

export function SelectField({
  options,
  placeholder,
  ...field
}: Omit<Field, 'maxLength'> & { options: readonly { value: string; label: string }[]; placeholder: string }) {
  return (
    <Frame field={field}>
      {(control) => (
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
      )}
    </Frame>
  );
}

/** @param children gets what all controls share: last value, error state and the id of the error */
function Frame({
  field: { name, label, optional = false },
  children,
}: {
  field: Omit<Field, 'maxLength'>;
  children: (control: object) => ReactNode;
}) {
  const result = use(SentForm);
  const rejected = result?.stored === false ? result : null;
  const error = rejected?.errors[name];
  const isOnly = error !== undefined && Object.keys(rejected?.errors ?? {}).length === 1;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label> {optional && <span className="note">optional</span>}
      {children({
        id: name,
        name,
        required: !optional,
        defaultValue: rejected?.typed[name] ?? '',
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': error && `${name}-error`,
        autoFocus: isOnly || undefined,
      })}
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The result of submitting the form, focused on load so that screen readers announce it. One field alone has the focus itself. */
function FormNotice({ success, next }: { success: string; next: string | undefined }) {
  const result = use(SentForm);
  if (!result) return null;
  if (!result.stored) return <Refusal message={result.message} errors={Object.entries(result.errors)} />;
  const steps = next?.split('\n').filter((line) => line.trim() !== '') ?? [];
  return (
    <div className="notice ok" role="status" tabIndex={-1} autoFocus>
      <p>{success}</p>
      {steps.length === 1 && <p>{steps[0]}</p>}
      {steps.length > 1 && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Refusal({ message, errors }: { message: string | null; errors: [name: string, error: string][] }) {
  if (message === null && errors.length < 2) return null;
  return (
    <div className="notice" role="alert" tabIndex={-1} autoFocus>
      <p>{message ?? `Please check ${errors.length} fields.`}</p>
      {message === null && (
        <ul>
          {errors.map(([name, error]) => (
            <li key={name}>
              <a href={`#${name}`}>{error}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Fields that visitors do not see: a honeypot that password managers skip, and values that the script fills in (seconds
 * until submission, page, source, campaign, last post). Known values are kept when the form is shown again.
 */
function HiddenFields() {
  const result = use(SentForm);
  const typed = result?.stored === false ? result.typed : {};
  return (
    <>
      <div className="visually-hidden" aria-hidden="true">
        <label>
          {honeypotLabel}
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
      {['page', 'source', 'campaign', 'post'].map((name) => (
        <input key={name} type="hidden" name={name} defaultValue={typed[name]} />
      ))}
    </>
  );
}
